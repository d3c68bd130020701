import { pageOf, pageProperties } from '../../lib/query/index.ts'

/** Parameters of the list of events. */
export const eventListQuery = {
  type: 'object',
  properties: {
    type: { type: 'string', description: 'Only events of this type, such as Resource.Created' },
    subject: { type: 'string', description: 'Only events about this URN' },
    since: { type: 'string', format: 'date-time', description: 'Only events of this moment or later' },
    until: { type: 'string', format: 'date-time', description: 'Only events of this moment or earlier' },
    ...pageProperties,
  },
} as const

/** An event: CloudEvents 1.0 in its JSON format. */
export const eventAnswer = {
  type: 'object',
  title: 'Event',
  description: 'CloudEvents 1.0. In the stream it is the `data` of a message',
  required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'data'],
  properties: {
    specversion: { type: 'string', const: '1.0' },
    id: { type: 'string' },
    source: { type: 'string', format: 'uri-reference' },
    type: { type: 'string' },
    subject: { type: 'string' },
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { type: 'string', const: 'application/json' },
    data: {
      type: 'object',
      required: ['actor'],
      properties: {
        actor: { type: 'string' },
        impersonator: { type: 'string' },
        type_slug: { type: 'string' },
        sequence_no: { type: 'integer' },
        from: { description: 'Of a change of a role or setting: the value before it' },
        to: { description: 'Of a change of a role or setting: the value after it' },
        address: { type: 'string', description: 'Of a sign-in or a refused token: the address of the client' },
        copy: { type: 'boolean', const: true, description: 'The change came with a copy of another service' },
      },
    },
  },
} as const

/** A page of events. */
export const eventsAnswer = pageOf(eventAnswer)
