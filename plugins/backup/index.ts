import { definePlugin } from '../../kernel/index.ts'
import { addBackupRoutes } from './routes.ts'

export default definePlugin({
  name: 'backup',
  version: '1.0.0',
  requires: ['config', 'documentStore'],
  optional: ['events'],
  provides: [],
  contributes: { segments: ['admin'] },
  register({ app, contracts: { config, documentStore }, contributions, optional }) {
    const outside = new Map(contributions('outsideData').map(({ plugin, value }) => [plugin, value(config)]))
    addBackupRoutes(app, { store: documentStore, outside, events: optional('events') })
    return {}
  },
})
