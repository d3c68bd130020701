import { BadRequest, PluginFault, reasonOf } from '../../../kernel/index.ts'
import { equalJson, isObject, parseJson } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { checkProperties } from '../body.ts'
import type { SuppliedBehaviour } from './behaviours.ts'

/**
 * The data that a behaviour leaves, checked like a body, except that it may set read-only properties. What was wrong before it is not its fault.
 * @param before the data that it was given; null when it makes a resource
 * @param what whose data they are, for the message
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

/** A fault of the plugin that brought a behaviour. */
export const behaviourFault = ({ plugin, behaviour }: SuppliedBehaviour, what: string, cause?: unknown): PluginFault =>
  new PluginFault(plugin, `its behaviour "${behaviour.name}": ${what}`, cause === undefined ? {} : { cause })

const describe = ({ field, message }: { field: string; message: string }): string =>
  `${field === '' ? 'the resource' : field}: ${message}`

/** The value as it would be if it had come as the JSON text of a body. */
function asBody(value: JsonObject): JsonObject {
  const data = parseJson(JSON.stringify(value, refuseOther))
  if (!isObject(data)) throw new BadRequest('it must be an object')
  return data
}

/** What JSON has no form for is refused, not changed; `undefined` is a property that is not there. */
function refuseOther(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${name}: is no finite number`)
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`${name}: is a ${typeof value}`)
  return value
}

/** The properties that a body could not have brought in. */
function newProperties({ compiled }: ResourceType, before: JsonObject, data: JsonObject): Json {
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
