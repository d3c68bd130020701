import { definePlugin } from '../../kernel/index.ts'
import { addRoutes } from './routes.ts'

export default definePlugin({
  name: 'backup',
  version: '1.0.0',
  requires: ['documentStore'],
  optional: ['events'],
  provides: [],
  contributes: { segments: ['admin'] },
  requestScopes: true,
  register({ app, contracts, optional }) {
    addRoutes(app, contracts.documentStore, optional('events'))
    return {}
  },
})
