// The tests of the admin need neither components nor a browser: an import of a `.vue` file is an empty component, and `import.meta.glob` finds no files.
import { register } from 'node:module'

const hooks = `export const resolve = (name, context, next) =>
  name.endsWith('.vue') ? { url: 'data:text/javascript,export default {}', shortCircuit: true } : next(name, context)
export const load = async (url, context, next) => {
  const loaded = await next(url, context)
  if (!url.includes('/.admin-tests/') || loaded.source === undefined) return loaded
  return { ...loaded, source: String(loaded.source).replaceAll('import.meta.glob(', '(() => ({}))(') }
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
globalThis.location ??= new URL('http://localhost/')
globalThis.navigator ??= { userAgent: '' }
