import type { Access, DocumentStore } from '../../kernel/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import type { Agents } from '../users/contract.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Events } from '../events/contract.ts'
import type { Background } from './background.ts'
import type { Impersonations } from './impersonation/service.ts'
import type { Sessions } from './sessions/service.ts'
import type { Tokens } from './tokens/service.ts'

/** What the plugin works with. */
export interface AuthParts {
  store: DocumentStore
  events: Events
  agents: Agents
  access: Access
  cursors: Cursors
  background: Background
  impersonations: Impersonations
  /** Undefined where there are no resource types. */
  types: TypeRegistry | undefined
}

/** How often a change is worked out again before it is given up. */
export const attempts = 20

/** The same with who has a session or a token. */
export interface Services extends AuthParts {
  tokens: Tokens
  sessions: Sessions
}
