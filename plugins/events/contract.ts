import type { Caller } from '../../kernel/index.ts'
import type { Json } from '../../lib/json/index.ts'
import type { DocumentDraft, WriteOperation } from '../../lib/store-kit/index.ts'

/** Further facts of an event. None of them is a property of a resource, and none is a secret. */
export interface EventDetails {
  /** Of a change of a role or setting: the value before it. */
  from?: Json
  /** Of a change of a role or setting: the value after it. */
  to?: Json
  /** Of a sign-in or a refused token: the address of the client. */
  address?: string
}

/** The data of an event. User URNs, never property values of resources. */
export interface EventData extends EventDetails {
  actor: string
  impersonator?: string
  type_slug?: string
  sequence_no?: number
  /** The change was part of a copy from another service. */
  copy?: true
}

/** CloudEvents 1.0 in its JSON format. */
export interface CloudEvent {
  specversion: '1.0'
  id: string
  source: string
  /** `<Subject>.<PastTense>`, for example `ResourceType.Created`. */
  type: string
  /** URN of the changed object. */
  subject: string
  /** RFC 3339. */
  time: string
  datacontenttype: 'application/json'
  data: EventData
}

/** An event to be recorded. */
export interface EventDraft extends EventDetails {
  type: string
  subject: string
  caller: Caller
  /** The account that the event belongs to; null for objects that all accounts share (types, presets, settings). */
  account_id: string | null
  type_slug?: string
  sequence_no?: number
  copy?: true
}

/** Records events inside the write that they describe. Provided by the plugin `events`. */
export interface Events {
  /** The operation that records this event; include it in the same `write` as the change. */
  record(event: EventDraft): WriteOperation & { kind: 'insert'; document: DocumentDraft }
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    events: Events
  }
}
