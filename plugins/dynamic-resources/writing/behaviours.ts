import {
  BadRequest,
  ConfigurationError,
  PluginFault,
  PluginTimeout,
  ServiceError,
  reasonOf,
} from '../../../kernel/index.ts'
import type { Contribution, WriteOperation } from '../../../kernel/index.ts'
import { cloneJson, equalJson, isObject, parseJson } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { checkOperations } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Behaviour, ResourceChange } from '../contract.ts'
import { checkProperties } from './properties.ts'
import type { WriteScope } from './scope.ts'
import { inTime } from '../../../lib/event-loop/index.ts'

/** A behaviour, and the plugin that contributed it. */
export interface SuppliedBehaviour {
  plugin: string
  behaviour: Behaviour
}

/** All behaviours, and which of them a type has. */
export class Behaviours {
  readonly #byName = new Map<string, SuppliedBehaviour>()
  /** Behaviours that run without being named by the type. */
  readonly #always: SuppliedBehaviour[] = []

  /**
   * @param contributed the behaviours that plugins contribute
   * @throws `ConfigurationError` naming the plugin when another one has contributed a behaviour of the same name
   */
  constructor(contributed: readonly Contribution<'behaviours'>[] = []) {
    for (const { plugin, value } of contributed) for (const behaviour of value) this.#supply(plugin, behaviour)
  }

  /**
   * Run a behaviour from now on, also for types that do not name it.
   * @throws `PluginFault` for a value that is not a behaviour
   */
  add(plugin: string, behaviour: Behaviour): void {
    if (!isBehaviour(behaviour)) throw new PluginFault(plugin, `it adds what is no behaviour: ${shape}`)
    this.#always.push({ plugin, behaviour })
  }

  list(): { plugin: string; name: string }[] {
    const all = new Set(
      [...this.#byName.values(), ...this.#always].map(({ plugin, behaviour }) => `${plugin} ${behaviour.name}`),
    )
    return [...all].sort().map(text => {
      const [plugin = '', name = ''] = text.split(' ')
      return { plugin, name }
    })
  }

  /** The behaviours that run on changes of a type, each once, in the order in which the type names them. */
  of({ slug, behaviours }: ResourceType): readonly SuppliedBehaviour[] {
    const named = behaviours.flatMap(name => this.#byName.get(name) ?? [])
    const found = new Map([...this.#always, ...named].map(supplied => [supplied.behaviour.name, supplied]))
    return [...found.values()].filter(({ behaviour }) => behaviour.types.includes(slug))
  }

  #supply(plugin: string, behaviour: Behaviour): void {
    const other = this.#byName.get(behaviour.name)
    if (other !== undefined) {
      throw new ConfigurationError(
        `plugin "${plugin}": the behaviour ${behaviour.name} is already registered by plugin "${other.plugin}"`,
        { plugin },
      )
    }
    this.#byName.set(behaviour.name, { plugin, behaviour })
  }
}

/** The check of the contribution `behaviours`. */
export const checkBehaviours = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every(isBehaviour)
    ? undefined
    : `"behaviours" must be a list of behaviours, each with ${shape}`

/** What a behaviour consists of, for messages. */
const shape =
  'a name, a list of types, and where it has them "maintains" (lists of properties by type) and a function "before"'

function isBehaviour(value: unknown): value is Behaviour {
  if (typeof value !== 'object' || value === null) return false
  const parts: { name?: unknown; types?: unknown; maintains?: unknown; before?: unknown } = value
  const { name, types, maintains = {}, before } = parts
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || !isNames(types)) return false
  if (typeof maintains !== 'object' || maintains === null || !Object.values(maintains).every(isNames)) return false
  return before === undefined || typeof before === 'function'
}

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(name => typeof name === 'string')

/** The result of a behaviour. */
interface Outcome {
  /** The data to be written; the same object as before when it changed nothing. */
  data: JsonObject
  /** Further operations for the write. */
  operations: WriteOperation[]
}

interface RunOptions {
  /** The running behaviours of the write: each was triggered by the one before it. */
  running: SuppliedBehaviour[]
  timeoutMs: number
  /** Called with the copy before the behaviour starts, so that the behaviour finds its own change when it reads the resource. */
  note: (data: JsonObject) => void
}

/**
 * Run one behaviour on a change, on a copy of its data and with a time limit.
 * @param change the data as the behaviours before it left them
 * @throws the `ServiceError` that it or its scope throws; `PluginTimeout` when it does not finish; `PluginFault` for anything else that it throws, and for
 * data and operations that cannot be stored
 */
export async function runBehaviour(
  supplied: SuppliedBehaviour,
  change: ResourceChange,
  scope: WriteScope,
  { running, timeoutMs, note }: RunOptions,
): Promise<Outcome> {
  const { type, before, data } = change
  const copy = { ...change, before: before === null ? null : cloneJson(before), data: cloneJson(data) }
  note(copy.data)
  running.push(supplied)
  try {
    const added = await inTime(Promise.resolve(supplied.behaviour.before?.(copy, scope)), timeoutMs, () => {
      throw timeoutOf(running, timeoutMs)
    })
    scope.end()
    return {
      data: checkOutcome(supplied, type, data, copy.data),
      operations: [...(await checkAdded(supplied, added ?? [], scope)), ...scope.operations()],
    }
  } catch (error) {
    throw scope.refusal ?? attributed(supplied, error)
  } finally {
    scope.close()
    running.splice(running.lastIndexOf(supplied), 1)
  }
}

function attributed(supplied: SuppliedBehaviour, error: unknown): unknown {
  if (error instanceof ServiceError || error instanceof PluginFault) return error
  return behaviourFault(supplied, `it failed: ${reasonOf(error)}`, error)
}

/** The operations that a behaviour returns, checked for their form and for the caller's rights. */
async function checkAdded(
  supplied: SuppliedBehaviour,
  added: readonly WriteOperation[],
  scope: WriteScope,
): Promise<readonly WriteOperation[]> {
  try {
    checkOperations(added)
  } catch (error) {
    throw behaviourFault(supplied, `it returns what is no write operation: ${reasonOf(error)}`, error)
  }
  for (const operation of added) await scope.authorize(operation)
  return added
}

/** The behaviour that started last is the one that hangs: the others wait for it. */
function timeoutOf(running: readonly SuppliedBehaviour[], timeoutMs: number): PluginTimeout {
  const last = running.at(-1)
  const name = last?.behaviour.name ?? 'a behaviour'
  const message = `the behaviour ${name} did not finish within ${timeoutMs / 1000} s; nothing was changed`
  return new PluginTimeout(last?.plugin ?? '', message)
}

/**
 * The data that a behaviour leaves, checked like a body, except that it can set read-only properties. Failures of the data before it are ignored.
 * @param before the data that it was given; null when it creates a resource
 * @param what names the resource with these data, for the message
 * @returns `before` itself when it changed nothing
 * @throws `PluginFault` naming everything that is wrong
 */
export function checkOutcome(
  supplied: SuppliedBehaviour,
  type: ResourceType,
  before: JsonObject | null,
  left: JsonObject,
  what = 'it leaves data',
): JsonObject {
  const fail = (reason: string): never => {
    throw behaviourFault(supplied, `${what} of ${type.slug} that cannot be stored: ${reason}`)
  }
  if (before !== null && isObject(left) && equalJson(left, before)) return before
  const data = attempt(() => asBody(left), fail)
  attempt(() => checkProperties(type, newProperties(type, before ?? {}, data)), fail)
  const problems = type.compiled.validate(data).map(describe)
  if (problems.length === 0) return data
  const known = new Set(before === null ? [] : type.compiled.validate(before).map(describe))
  const added = problems.filter(problem => !known.has(problem))
  return added.length === 0 ? data : fail(added.slice(0, maxNamed).join('; '))
}

const maxNamed = 50

/** A fault of the plugin that contributed a behaviour. */
export const behaviourFault = ({ plugin, behaviour }: SuppliedBehaviour, what: string, cause?: unknown): PluginFault =>
  new PluginFault(plugin, `its behaviour "${behaviour.name}": ${what}`, cause === undefined ? {} : { cause })

const describe = ({ field, message }: { field: string; message: string }): string =>
  `${field === '' ? 'the resource' : field}: ${message}`

/** The value as it would be if it had been sent as the JSON text of a body. */
function asBody(value: JsonObject): JsonObject {
  const data = parseJson(JSON.stringify(value, refuseOther))
  if (!isObject(data)) throw new BadRequest('it must be an object')
  return data
}

/** Values that JSON cannot represent are refused, not converted; `undefined` means that the property is absent. */
function refuseOther(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${name}: is no finite number`)
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`${name}: is a ${typeof value}`)
  return value
}

/** The properties that a body cannot have. */
function newProperties({ compiled }: ResourceType, before: JsonObject, data: JsonObject): JsonObject {
  const added = Object.entries(data).filter(
    ([name]) => !Object.hasOwn(before, name) && !compiled.readOnly.includes(name),
  )
  return Object.fromEntries(added)
}

function attempt<Result>(work: () => Result, fail: (reason: string) => never): Result {
  try {
    return work()
  } catch (error) {
    return fail(reasonOf(error))
  }
}
