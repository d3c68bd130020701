declare module 'jsonld/lib/ContextResolver.js' {
  /**
   * Resolves the contexts of a document; passed to the processor as the option `contextResolver`.
   * `sharedCache` keeps resolved contexts for more than one call.
   */
  const ContextResolver: new (options: { sharedCache: Map<unknown, unknown> }) => object
  export default ContextResolver
}
