import { definePlugin } from '../../kernel/index.ts'
import { addRoutes } from './routes.ts'

export default definePlugin({
  name: 'backup',
  version: '1.0.0',
  requires: ['documentStore'],
  provides: [],
  contributes: { segments: ['admin'] },
  requestScopes: true,
  register({ app, contracts }) {
    addRoutes(app, contracts.documentStore)
    return {}
  },
})
