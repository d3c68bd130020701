import type { DecidingAccess } from './deciding.ts'
import { actions, everyType } from './policies.ts'

/** Development mode: everybody may do everything in the account that they work in. */
export const openRights: DecidingAccess = {
  isAdministrator: () => true,
  authorize: () => undefined,
  visibility: () => ({ all: true }),
  permissions: () => ({ [everyType]: actions }),
  mayByRole: () => true,
  reasons: async () => [{ kind: 'default', detail: 'in development mode everybody may do everything' }],
  rolesThatMay: async () => [],
}
