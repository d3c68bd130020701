import { definePlugin } from '../../kernel/index.ts'
import { documentationRoutes } from './documentation-routes.ts'
import { descriptionRoutes } from './routes.ts'
import { ServiceDocument } from './service-document.ts'

/** Describes the running service (OpenAPI 3.1): its routes, its types, and the document from which a part of it is built. */
export default definePlugin({
  name: 'api-description',
  version: '1.0.0',
  requires: ['routes', 'typeRegistry'],
  provides: ['apiDescription'],
  contributes: { segments: ['docs'] },
  async register({ app, contracts }) {
    const apiDescription = new ServiceDocument(contracts.routes, contracts.typeRegistry)
    descriptionRoutes(app, apiDescription)
    await documentationRoutes(app)
    return { apiDescription }
  },
})
