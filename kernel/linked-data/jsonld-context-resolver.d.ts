declare module 'jsonld/lib/ContextResolver.js' {
  /** Finds the contexts of a document; given to the processor as the option `contextResolver`. */
  export default class ContextResolver {
    /** @param options.sharedCache where resolved contexts are kept beyond one call */
    constructor(options: { sharedCache: Map<unknown, unknown> })
  }
}
