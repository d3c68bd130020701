import { definePlugin } from '../../kernel/index.ts'
import { transferCommands } from './commands.ts'
import { transferScreens } from './screens.ts'

/** Moves resources in and out: `plinth import` and `plinth export`. It adds commands and nothing to the running service. */
export default definePlugin({
  name: 'transfer',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { commands: transferCommands, screens: transferScreens },
  register: () => ({}),
})
