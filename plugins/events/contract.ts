import type { Caller } from '../../kernel/index.ts'
import type { DocumentDraft, WriteOperation } from '../../lib/store-kit/index.ts'

/** What an event says of its change. User URNs, never property values. */
export interface EventData {
  actor: string
  impersonator?: string
  type_slug?: string
  sequence_no?: number
  /** The change came with a copy of another service. */
  copy?: true
}

/** CloudEvents 1.0 in its JSON format. */
export interface CloudEvent {
  specversion: '1.0'
  id: string
  source: string
  /** `<Subject>.<PastTense>`, for example `ResourceType.Created`. */
  type: string
  /** URN of what the event is about. */
  subject: string
  /** RFC 3339. */
  time: string
  datacontenttype: 'application/json'
  data: EventData
}

/** An event about to be recorded. */
export interface EventDraft {
  type: string
  subject: string
  caller: Caller
  /** The account that the event belongs to; null for what all accounts share (types, presets, settings). */
  account_id: string | null
  type_slug?: string
  sequence_no?: number
  copy?: true
}

/** Records what happened, inside the write that makes it happen. Provided by the plugin `events`. */
export interface Events {
  /** The operation that records this event; put it into the same `write` as the change. */
  record(event: EventDraft): WriteOperation & { kind: 'insert'; document: DocumentDraft }
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    events: Events
  }
}
