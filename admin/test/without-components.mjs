// The tests of the admin need no components: an import of a `.vue` file is an empty component.
import { register } from 'node:module'

const hooks = `export const resolve = (name, context, next) =>
  name.endsWith('.vue') ? { url: 'data:text/javascript,export default {}', shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
