import { BadRequest, Conflict, Forbidden, NotFound, ServiceError, WriteRefused } from '../../kernel/index.ts'
import type { Access, Caller, Condition, DocumentStore, Visibility, WriteOperation } from '../../kernel/index.ts'
import { parseInstant, readCursorPage } from '../../lib/query/index.ts'
import type { CursorPage, Cursors, PageParameters } from '../../lib/query/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { newId, publicationIn, textCondition } from '../../lib/store-kit/index.ts'
import type { Publication } from '../../lib/store-kit/index.ts'
import type { Resources } from '../dynamic-resources/contract.ts'
import type { Job, Jobs } from '../jobs/contract.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Agents } from '../users/contract.ts'
import type { ScheduleCopies } from './contract.ts'
import { scheduleBody, scheduleRecords } from './records.ts'
import type { Schedule, ScheduleState, ScheduledAction } from './records.ts'
import { insteadOf } from '../../lib/errors/index.ts'

/** What schedules need. */
interface ScheduleParts {
  store: DocumentStore
  access: Access
  jobs: Jobs
  resources: Resources
  registry: TypeRegistry
  cursors: Cursors
  /** Undefined when no plugin provides users. */
  agents: Agents | undefined
}

/** A requested schedule. */
export interface WantedSchedule {
  action: ScheduledAction
  at: string
  sequence_no?: number
}

/** A resource by its type and URN. */
export interface PublicationTarget {
  type: string
  id: string
}

/** How many schedules of one resource can wait. */
const maxWaiting = 100

/** Publishes at an instant, in the name of who asked for it. */
export class Schedules implements ScheduleCopies {
  readonly #parts: ScheduleParts
  readonly #job: Job<{ id: string }, null>

  constructor(parts: ScheduleParts) {
    this.#parts = parts
    this.#job = parts.jobs.define<{ id: string }, null>({ name: 'schedule', run: ({ id }) => this.#run(id) })
    parts.resources.followArchiving(async (ids, account_id) => {
      const removals = new Map<string, WriteOperation[]>()
      for (const schedule of await this.#ofResources(ids, account_id, ['waiting', 'failed'])) {
        const { resource_id } = schedule.data
        removals.set(resource_id, [...(removals.get(resource_id) ?? []), scheduleRecords.remove(schedule)])
      }
      return removals
    })
  }

  /** @throws `BadRequest` for a time that is past or no instant, `Forbidden`, `NotFound`, `Conflict` for one too many or one that waits already */
  async create(caller: Caller, target: PublicationTarget, wanted: WantedSchedule): Promise<Schedule> {
    if (caller.impersonator !== undefined) throw new Forbidden('while impersonating nothing can be scheduled')
    await this.#authorize(caller, target)
    const at = readInstant(wanted.at)
    const { action, sequence_no = (await this.#current(caller, target)).sequence_no } = wanted
    if (action === 'unpublish' && wanted.sequence_no !== undefined)
      throw new BadRequest('sequence_no: is only for publish')
    if (action === 'publish')
      await this.#parts.resources.version(caller, target.type, target.id, sequence_no, { perspective: 'draft' })
    const waiting = await this.#ofResources([target.id], caller.account_id, ['waiting'])
    if (waiting.length >= maxWaiting) throw new Conflict(`the resource has ${maxWaiting} schedules already`)
    const number = action === 'publish' ? sequence_no : null
    const isThere = waiting.some(
      ({ data }) => data.action === action && data.at === textOfInstant(at) && data.sequence_no === number,
    )
    if (isThere) throw new Conflict('the same is scheduled already')
    return this.#start(caller, target, { action, at, sequence_no: number })
  }

  /** @param caller who made it: the run looks up the rights of that user */
  async #start(
    { id: created_by, account_id }: Pick<Caller, 'id' | 'account_id'>,
    target: PublicationTarget,
    { action, at, sequence_no }: Pick<Schedule['data'], 'action' | 'sequence_no'> & { at: number },
  ): Promise<Schedule> {
    const schedule = scheduleRecords.draft(
      newId('schedule'),
      {
        resource_id: target.id,
        type_slug: target.type,
        action,
        at: textOfInstant(at),
        sequence_no,
        state: 'waiting',
        message: null,
      },
      { created_by, account_id },
    )
    // The run acts for the service, which looks up the rights of who scheduled it.
    const { collection } = await this.#parts.registry.active(target.type)
    const isActive = { kind: 'check', collection, id: target.id, status: 'active' } as const
    const start = {
      key: schedule.id,
      delayMs: Math.max(0, at - Date.now()),
      operations: [scheduleRecords.insert(schedule), isActive],
    }
    try {
      await this.#job.start({ id: schedule.id }, start)
    } catch (error) {
      if (error instanceof WriteRefused) throw new NotFound('the resource has just been archived')
      throw error
    }
    return schedule
  }

  async waiting(account_id: string): Promise<JsonObject[]> {
    const waiting = await scheduleRecords.findAll(this.#parts.store, [textCondition('state', 'eq', 'waiting')], {
      account_id,
    })
    return waiting.map(scheduleBody)
  }

  async restore(caller: Caller, row: JsonObject): Promise<boolean> {
    const { resource_id: id, action, at: text, version, created_by } = row
    if (
      typeof id !== 'string' ||
      (action !== 'publish' && action !== 'unpublish') ||
      typeof text !== 'string' ||
      typeof created_by !== 'string'
    )
      throw new BadRequest('must be a schedule with resource_id, action, at and created_by')
    const at = parseSecond(text)
    const target = { type: id.split(':')[1] ?? '', id }
    const { sequence_no, published_no } = await this.#current(caller, target)
    const { account_id } = caller
    const known = await scheduleRecords.findAll(this.#parts.store, [textCondition('resource_id', 'eq', id)], {
      account_id,
    })
    if (known.some(({ data }) => data.action === action && data.at === textOfInstant(at))) return false
    const number = version === 'draft' ? sequence_no : version === 'published' ? published_no : null
    if (action === 'publish' && number === null)
      throw new Conflict('the version to publish is neither the draft nor public: schedule it again')
    const agent = await this.#parts.agents?.get(created_by)
    const isHere = agent?.status === 'active' && agent.account_id === account_id
    await this.#start(isHere ? { id: created_by, account_id } : caller, target, {
      action,
      at,
      sequence_no: action === 'publish' ? number : null,
    })
    return true
  }

  #ofResources(ids: readonly string[], account_id: string, states: readonly ScheduleState[]): Promise<Schedule[]> {
    const conditions = [textCondition('resource_id', 'in', ...ids), textCondition('state', 'in', ...states)]
    return scheduleRecords.findAll(this.#parts.store, conditions, { account_id })
  }

  /** The schedules of a resource, by their time. */
  async list(
    caller: Caller,
    target: PublicationTarget,
    states: readonly ScheduleState[],
    page: PageParameters,
  ): Promise<CursorPage<Schedule>> {
    await this.#parts.access.authorize(caller, 'odrl:modify', target.type, target.id)
    await this.#current(caller, target)
    return this.#page(caller, states, page, { of: target.id })
  }

  /** The schedules of resources that the caller may modify. */
  async listAll(caller: Caller, states: readonly ScheduleState[], page: PageParameters): Promise<CursorPage<Schedule>> {
    const found = await this.#page(caller, states, page, { visible: await this.#modifiable(caller, states) })
    const items: Schedule[] = [] // one can have been made since the conditions were
    for (const schedule of found.items) if (await this.#mayModify(caller, schedule)) items.push(schedule)
    return { ...found, items }
  }

  /** The conditions that the caller may modify the resource of a schedule: part of the query, so that neither a cursor nor a number tells of others. */
  async #modifiable(caller: Caller, states: readonly ScheduleState[]): Promise<Condition[]> {
    const { access, registry, store } = this.#parts
    const visibilityOf = async (slug: string): Promise<Visibility> => access.visibility(caller, 'odrl:modify', slug) // a plugin of others can throw or return at once
    const types: string[] = []
    const hidden = new Set<string>()
    for (const { slug } of await registry.all()) {
      const visibility = await visibilityOf(slug).catch(insteadOf(Forbidden, undefined))
      if (visibility === undefined) continue
      types.push(slug)
      if (visibility.all) continue
      const conditions = [textCondition('type_slug', 'eq', slug), textCondition('state', 'in', ...states)]
      const schedules = await scheduleRecords.findAll(store, conditions, { account_id: caller.account_id })
      const ofResources = new Map(schedules.map(schedule => [schedule.data.resource_id, schedule]))
      for (const [id, schedule] of ofResources) if (!(await this.#mayModify(caller, schedule))) hidden.add(id)
    }
    return [textCondition('type_slug', 'in', ...types), textCondition('resource_id', 'nin', ...hidden)]
  }

  /** Remove one that waits, or has failed. @throws `NotFound` for one that is not of this resource or is done */
  async remove(caller: Caller, target: PublicationTarget, id: string): Promise<void> {
    await this.#authorize(caller, target)
    const schedule = await scheduleRecords.find(this.#parts.store, id)
    const isThere = schedule?.data.resource_id === target.id && schedule.meta.account_id === caller.account_id
    if (!isThere || schedule.data.state === 'done') throw new NotFound('there is no such schedule that waits')
    try {
      await this.#parts.store.write([scheduleRecords.remove(schedule)])
    } catch (error) {
      if (error instanceof WriteRefused) throw new NotFound('the schedule has just run')
      throw error
    }
  }

  /** Run a schedule, and before it the earlier ones of its resource that are late. A repeated run changes nothing. */
  async #run(id: string): Promise<null> {
    const schedule = await scheduleRecords.find(this.#parts.store, id)
    if (schedule?.data.state !== 'waiting') return null
    const { data, meta } = schedule
    const waiting = await this.#ofResources([data.resource_id], meta.account_id, ['waiting'])
    const due = waiting.filter(({ data: { at } }) => at <= data.at)
    for (const one of due.toSorted(compareTimes)) await this.#perform(one)
    return null
  }

  async #perform(schedule: Schedule): Promise<void> {
    const { store, resources } = this.#parts
    const { data, meta } = schedule
    const caller: Caller = { id: meta.created_by, account_id: meta.account_id }
    const target = { type: data.type_slug, id: data.resource_id }
    const done = scheduleRecords.replace(scheduleRecords.next(schedule, { state: 'done' }))
    try {
      const operation =
        data.action === 'publish'
          ? ({ op: 'publish', ...target, sequence_no: data.sequence_no ?? undefined } as const)
          : ({ op: 'unpublish', ...target } as const)
      let isNoted = false
      const extraOperations = (): WriteOperation[] => {
        isNoted = true
        return [done]
      }
      await resources.writeOne(caller, operation, { authorizes: true, extraOperations })
      if (!isNoted) await store.write([done]) // there was nothing to change
    } catch (error) {
      // What can succeed later is tried again by the job; what the request itself would be refused for has failed.
      if (!(error instanceof ServiceError) || error.code === 'store-unavailable') throw error
      const failed = scheduleRecords.next(schedule, { state: 'failed', message: error.message })
      await store.write([scheduleRecords.replace(failed)])
    }
  }

  async #authorize(caller: Caller, { type, id }: PublicationTarget): Promise<void> {
    const { access } = this.#parts
    await access.authorize(caller, 'odrl:modify', type, id)
    await access.authorize(caller, 'odrl:distribute', type, id)
  }

  /** The current version and what is public. @throws `NotFound`; `Conflict` for a type without drafts */
  async #current(caller: Caller, { type, id }: PublicationTarget): Promise<Publication> {
    const { resources, registry } = this.#parts
    if ((await registry.active(type)).drafts === undefined)
      throw new Conflict(`the type ${type} has no drafts (x-drafts): what is written is public`)
    return publicationIn(await resources.get(caller, type, id, { perspective: 'draft' }))
  }

  #mayModify(caller: Caller, { data: { type_slug: type, resource_id: id } }: Schedule): Promise<boolean> {
    const authorize = async (): Promise<boolean> => {
      await this.#parts.access.authorize(caller, 'odrl:modify', type, id) // a plugin of others can throw or return at once
      return true
    }
    return authorize().catch(insteadOf(Forbidden, false))
  }

  #page(
    { account_id }: Caller,
    states: readonly ScheduleState[],
    page: PageParameters,
    { of, visible = [] }: { of?: string; visible?: readonly Condition[] },
  ): Promise<CursorPage<Schedule>> {
    const ofResource = of === undefined ? [] : [textCondition('resource_id', 'eq', of)]
    const query = scheduleRecords.query([...ofResource, textCondition('state', 'in', ...states)], { account_id })
    const list = ['schedules', of, ...states].join(' ')
    return readCursorPage(this.#parts, { ...query, list, sort: byTime, movingConditions: visible }, page, document =>
      scheduleRecords.parse(document),
    )
  }
}

const byTime = { target: { path: ['at'] }, kind: 'text', direction: 'asc', field: 'at' } as const

/** Of several at one time, the first that was made. */
const compareTimes = (a: Schedule, b: Schedule): number => (a.data.at + a.id < b.data.at + b.id ? -1 : 1)

const textOfInstant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')

/** @throws `BadRequest` for a text that is no instant in whole seconds */
function parseSecond(text: string): number {
  const at = parseInstant(text)
  if (at === undefined || at % 1000 !== 0)
    throw new BadRequest('at: must be a date-time with an offset, in whole seconds (2027-01-31T09:00:00+01:00)')
  return at
}

/** @throws `BadRequest` for a text that is no instant in whole seconds, or is past */
function readInstant(text: string): number {
  const at = parseSecond(text)
  if (at <= Date.now()) throw new BadRequest('at: is past')
  return at
}
