import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStillAuthorized, queryPairs, sharedAccount, TooManyRequests, replyEnvelope } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { readPageParameters } from '../../lib/query/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import { idFrom, listEvents } from './list.ts'
import * as schemas from './schemas.ts'
import type { Streams } from './streams.ts'
import { Subscriber } from './subscriber.ts'
import { decodeTime } from 'ulid'
import { readMeta } from '../../lib/store-kit/index.ts'
import { eventRecords } from './record.ts'
import { walkEvents } from './walk.ts'

/** The parts that the routes use. */
interface EventParts {
  store: DocumentStore
  cursors: Cursors
  streams: Streams
}

/** Maximum number of open streams of a user, on this instance. */
const maxStreamsOfUser = 10

/** The routes of events. */
export function eventRoutes(app: FastifyInstance, parts: EventParts): void {
  const openStreams = new Map<string, number>()
  app.get(
    '/api/events',
    {
      config: { access: 'administrator', cacheControl: 'no-store' },
      schema: {
        summary: 'List events, newest first',
        querystring: schemas.eventListQuery,
        response: { 200: schemas.eventsAnswer },
      },
    },
    async (request, reply) => {
      const { others, ...page } = readPageParameters(queryPairs(request), ['type', 'subject', 'since', 'until'])
      const filter = Object.fromEntries(others)
      const { documents, cursor, total } = await listEvents(parts, request.caller.account_id, filter, page)
      const texts = documents.map(({ data }) => data)
      return replyEnvelope(reply, texts, cursor, total)
    },
  )
  app.get(
    '/api/events/stream',
    {
      exposeHeadRoute: false,
      config: {
        access: 'administrator',
        produces: 'text/event-stream',
        cacheControl: 'no-store',
      },
      schema: {
        summary: 'Follow events as they happen (Server-Sent Events)',
        description:
          'Each message has the id of an event as `id`, and the event in one line as `data`. With `Last-Event-ID` the stream begins ten seconds before that event: drop those that you have. ' +
          'If that event is not known, the stream begins with `event: reset`: load the data again.',
        response: { 200: schemas.eventAnswer },
      },
    },
    (request, reply) => {
      countStream(openStreams, request, reply)
      return stream(parts, request, reply)
    },
  )
}

/**
 * Count an open stream for the real caller until its connection ends.
 * @throws `TooManyRequests` when the caller has too many already
 */
function countStream(open: Map<string, number>, { caller }: FastifyRequest, { raw }: FastifyReply): void {
  const user = caller.impersonator ?? caller.id
  const before = open.get(user) ?? 0
  if (before >= maxStreamsOfUser) {
    throw new TooManyRequests(`a user may not have more than ${maxStreamsOfUser} event streams open; close one first`)
  }
  open.set(user, before + 1)
  raw.once('close', () => {
    const left = (open.get(user) ?? 1) - 1
    if (left > 0) open.set(user, left)
    else open.delete(user)
  })
}

/** Server-Sent Events (HTML Living Standard, 9.2), resumed with `Last-Event-ID`. */
async function stream({ store, streams }: EventParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { account_id } = request.caller
  const subscriber = new Subscriber(account_id, reply.raw)
  subscriber.hold()
  await streams.add(subscriber, () => isStillAuthorized(request))
  reply.hijack()
  reply.raw.once('close', () => streams.remove(subscriber))
  reply.raw.writeHead(200, {
    ...definedHeaders(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  subscriber.write(': connected\n\n')
  const lastEventId = request.headers['last-event-id']
  try {
    if (typeof lastEventId === 'string') await replay(store, subscriber, lastEventId)
    subscriber.release()
  } catch (error) {
    request.log.warn({ err: error }, 'events could not be sent again; ending the stream, whose reader comes back')
    subscriber.cut()
  }
}

const definedHeaders = (reply: FastifyReply): Record<string, string | number | string[]> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

/** A transaction lasts at most 5 s, so an event can become visible that much later than newer ones; twice that is safe. */
const overlapMs = 10_000

/**
 * Send the events since a reader disconnected: everything from 10 s before the last event that it received, in order.
 * An unknown id (or one of another account) gives one event `reset` instead: the reader must reload its data.
 */
async function replay(store: DocumentStore, subscriber: Subscriber, lastEventId: string): Promise<void> {
  const last = await store.get(eventRecords.name, lastEventId)
  const account = last === undefined ? undefined : readMeta(last).account_id
  if (account !== subscriber.account_id && account !== sharedAccount) {
    subscriber.write('event: reset\ndata: {}\n\n')
    return
  }
  const began = Date.now()
  const conditions = [idFrom(decodeTime(lastEventId) - overlapMs, 'Last-Event-ID')]
  const query = { account_id: subscriber.account_id, conditions, direction: 'asc', portion: 500 } as const
  for await (const event of walkEvents(store, query)) {
    if (subscriber.closed) return
    await subscriber.sendAgain(event, decodeTime(event.id) > began - overlapMs)
  }
}
