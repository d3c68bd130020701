import type { InitializeHook, ResolveHook } from 'node:module'

/** Module customization hooks (`node:module`, `register`): imports of `plinth` that cannot be resolved are resolved like this package's own name. */
let parentUrl: string | undefined

export const initialize: InitializeHook<{ parentUrl: string }> = data => {
  parentUrl = data.parentUrl
}

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const isOwn = specifier === 'plinth' || specifier.startsWith('plinth/')
  if (!isOwn || parentUrl === undefined) return nextResolve(specifier, context)
  try {
    return await nextResolve(specifier, context)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    return nextResolve(specifier, { ...context, parentURL: parentUrl })
  }
}
