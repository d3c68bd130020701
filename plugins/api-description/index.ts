import { definePlugin } from '../../kernel/index.ts'
import { documentationRoutes } from './documentation-routes.ts'
import { descriptionRoutes } from './routes.ts'
import { ServiceDocument } from './service-document.ts'

/** Describes the running service (OpenAPI 3.1): its routes, its types, and the document from which a part of it is built. */
export default definePlugin({
  name: 'api-description',
  version: '1.0.0',
  requires: ['config', 'routes', 'typeRegistry'],
  provides: ['apiDescription'],
  contributes: { segments: ['docs'] },
  register({ app, contracts }) {
    const { config, routes, typeRegistry } = contracts
    const address = config.signIn?.frontendUrl ?? '/'
    const isSecure = config.signIn === undefined || address.startsWith('https:')
    const parts = {
      routes: routes.list(),
      errors: config.http.errors,
      address,
      cookie: isSecure ? '__Host-svc_session' : 'svc_session',
    }
    const apiDescription = new ServiceDocument(parts, typeRegistry)
    descriptionRoutes(app, apiDescription, typeRegistry)
    documentationRoutes(app)
    return { apiDescription }
  },
})
