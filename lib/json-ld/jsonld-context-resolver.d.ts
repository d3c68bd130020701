declare module 'jsonld/lib/ContextResolver.js' {
  /**
   * Finds the contexts of a document; given to the processor as the option `contextResolver`.
   * `sharedCache` is where resolved contexts are kept beyond one call.
   */
  const ContextResolver: new (options: { sharedCache: Map<unknown, unknown> }) => object
  export default ContextResolver
}
