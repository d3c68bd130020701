import type { Access, DocumentStore } from '../../kernel/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import type { Agents } from '../users/contract.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Events } from '../events/contract.ts'
import type { Background } from './background.ts'
import type { Impersonations } from './impersonation/service.ts'
import type { Refusals } from './refusals.ts'
import type { Sessions } from './sessions/service.ts'
import type { Tokens } from './tokens/service.ts'

/** The contracts that the plugin uses. */
export interface AuthContracts {
  store: DocumentStore
  events: Events
  agents: Agents
  access: Access
  cursors: Cursors
  background: Background
  /** Undefined when no plugin provides resource types. */
  types: TypeRegistry | undefined
}

/** The contracts and the plugin's own services. */
export interface AuthServices extends AuthContracts {
  impersonations: Impersonations
  refusals: Refusals
  tokens: Tokens
  sessions: Sessions
}
