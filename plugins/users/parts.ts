import type { DocumentStore } from '../../kernel/index.ts'
import type { DisableFollower } from './contract.ts'
import type { Settings } from '../settings/contract.ts'
import type { Events } from '../events/contract.ts'
import type { Directory } from './directory.ts'

/** What the plugin works with. */
export interface UserParts {
  store: DocumentStore
  events: Events
  settings: Settings
  directory: Directory
  /** Whether users of development can neither act nor count as administrators. */
  production: boolean
  /** The address that administers the instance from its first sign-in on, in lower case. */
  administratorEmail?: string | undefined
  /** What other plugins do when a user is disabled. */
  followers: readonly DisableFollower[]
}

/** How often a change is worked out again before the caller is told that others are in the way. */
export const attempts = 20
