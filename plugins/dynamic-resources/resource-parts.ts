import type { Access, DocumentStore } from '../../kernel/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Events } from '../events/contract.ts'
import type { Behaviours } from './behaviours/behaviours.ts'

/** What the service works with. */
export interface ResourceParts {
  store: DocumentStore
  registry: TypeRegistry
  access: Access
  events: Events
  cursors: Cursors
  behaviours: Behaviours
  /** How long a behaviour may take, ms. */
  behaviourTimeoutMs: number
  /** The plugin that is being started, or else the one that uses the service by its contract. */
  callingPlugin: () => string
  /** Largest text of a resource's properties, bytes. */
  largest: number
  /** Largest text of a page, bytes. */
  maxPageBytes: number
}
