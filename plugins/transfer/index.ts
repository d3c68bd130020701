import { definePlugin } from '../../kernel/index.ts'
import type { Screen } from '../admin/contract.ts'
import { transferCommands } from './commands/index.ts'
import { addRoutes } from './routes.ts'
import { TransferService } from './service.ts'

const screens: readonly Screen[] = [
  {
    name: 'transfer',
    path: '/transfer',
    title: 'Import and export',
    icon: 'arrow-left-right',
    section: 'content',
    component: 'TransferPage',
  },
]

/** Imports files into types and infers types from files; `plinth import` and `plinth export`, and their screens in the admin. */
export default definePlugin({
  name: 'transfer',
  version: '1.0.0',
  requires: ['config', 'resources', 'resourceReader', 'typeRegistry', 'typeEditor', 'access'],
  optional: ['presets'],
  provides: [],
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      maxColumns: {
        type: 'integer',
        minimum: 1,
        maximum: 100_000,
        description: 'How many columns a file can have, and members a row of JSON',
      },
      maxImportsPerUser: {
        type: 'integer',
        minimum: 1,
        maximum: 16,
        description: 'How many imports of a user can run at once, in each process',
      },
      temporaryFolder: {
        type: 'string',
        minLength: 1,
        description: 'Has no effect any more: rows that have to wait for others are not written to a folder',
      },
    },
  },
  contributes: { commands: transferCommands, screens },
  register({ app, contracts, optional, options }) {
    const numberOf = (name: string, initial: number): number => {
      const value = options[name]
      return typeof value === 'number' ? value : initial
    }
    addRoutes(app, new TransferService({ ...contracts, presets: optional('presets') }), {
      maxColumns: numberOf('maxColumns', 1000),
      maxImportsPerUser: numberOf('maxImportsPerUser', 2),
      maxObjectMembers: contracts.config.http.maxObjectMembers,
    })
    return {}
  },
})
