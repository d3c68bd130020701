import { definePlugin } from '../../kernel/index.ts'
import { transferCommands } from './commands/index.ts'
import { addRoutes } from './routes.ts'
import { transferScreens } from './screens.ts'
import { TransferService } from './service.ts'

/** Imports files into types and infers types from files; `plinth import` and `plinth export`, and their screens in the admin. */
export default definePlugin({
  name: 'transfer',
  version: '1.0.0',
  requires: ['resources', 'typeRegistry', 'access'],
  provides: [],
  contributes: { commands: transferCommands, screens: transferScreens },
  register({ app, contracts }) {
    addRoutes(app, new TransferService(contracts))
    return {}
  },
})
