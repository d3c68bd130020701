import { ValidationFailed } from '../../../kernel/index.ts'
import { isOwnContext } from '../../../lib/json-ld/index.ts'
import { namesOf, withNormalSlug, withoutKept, withoutKeptReferences } from '../../../lib/json-schema/index.ts'
import type { ValidationBudget, ValidationFailure, Validator } from '../../../lib/json-schema/index.ts'
import { equalJson, getOwn, jsonText, pointerOf } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { publicationColumn } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ScopedResource } from '../contract.ts'

/** Names of the fields that every resource has in addition to its properties. A body cannot set them; a schema can have properties of these names. */
const columns = new Set('id type_slug status account_id created_by sequence_no created_at updated_at'.split(' '))

/** A resource that a body changes. */
export interface ChangedResource extends ScopedResource {
  /** The caller is not allowed to read it, so that the body cannot repeat it: a value that is accepted would confirm a guess. */
  isUnread?: boolean
}

/** Whether a body contains values that the service sets, as when a client sends back a resource that it has read. */
export const repeatsStored = (type: ResourceType, body: JsonObject): boolean =>
  Object.keys(body).some(name => !name.startsWith('@') && !isWritable(type, name))

/**
 * Check that a body contains only properties, before it is used.
 * @param current the resource that the body changes: the body may repeat what an answer shows of it besides its properties, which is left out
 * @throws `ValidationFailed` naming the fields that are not allowed
 */
export function checkProperties(type: ResourceType, body: JsonObject, current?: ChangedResource): JsonObject {
  const further = Object.keys(body).filter(name => !isWritable(type, name))
  if (further.length === 0) return body
  const wrong = current === undefined ? further : further.filter(name => !repeats(type, name, body, current))
  if (wrong.length === 0) return Object.fromEntries(Object.entries(body).filter(([name]) => !further.includes(name)))
  const message = 'is set by the service, not by a body'
  const failures = wrong.map(name => ({ pointer: pointerOf([name]), field: name, code: 'read-only', message }))
  throw new ValidationFailed(failures, describe)
}

/**
 * Whether a value that a body cannot set equals what answers show of the resource. The values that the service sets are only repeated by a node that
 * was read, which has its `@id`.
 */
function repeats(
  { linkedData: view, compiled }: ResourceType,
  name: string,
  body: JsonObject,
  { id, meta, data, isUnread = false }: ChangedResource,
): boolean {
  const value = body[name] ?? null
  const only = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value
  if (name === '@id') return value === id
  if (name === '@type') return only === view.type
  if (name === '@context') return isOwnContext(view, only)
  if (isUnread || !Object.hasOwn(body, '@id') || compiled.secrets.includes([name])) return false
  const columns: JsonObject = { id, ...meta }
  const shown = getOwn(data, name) ?? getOwn(columns, name)
  return shown !== undefined && equalJson(value, shown)
}

/**
 * Where properties come from. `request`: a body cannot set what the service sets. `import`: it can contain such values, which must equal those
 * that the service sets. `copy`: the values are those of another service and are kept.
 */
export type BodyMode = 'request' | 'import' | 'copy'

/** Properties to write, and the values that the service is expected to set. */
interface ReadProperties {
  data: JsonObject
  expected?: JsonObject
}

/**
 * Read the properties in a body.
 * @param current the resource that it changes
 * @throws `ValidationFailed` naming the fields that are not allowed
 */
export function readProperties(
  type: ResourceType,
  body: JsonObject,
  mode: BodyMode,
  current?: ChangedResource,
): ReadProperties {
  const { readOnly: names, secrets } = type.compiled
  // A secret that an import could repeat would confirm a guess.
  const readOnly = new Set(mode === 'copy' ? names : names.filter(name => !secrets.includes([name])))
  if (mode === 'request' || readOnly.size === 0 || current?.isUnread === true)
    return { data: checkProperties(type, body, current) }
  const entries = Object.entries(body)
  const data = checkProperties(type, Object.fromEntries(entries.filter(([name]) => !readOnly.has(name))), current)
  if (mode === 'copy') return { data: body }
  return { data, expected: Object.fromEntries(entries.filter(([name]) => readOnly.has(name))) }
}

/**
 * Compare the read-only values of an import with what the service sets.
 * @param before the data that is replaced: a value that the service set before is accepted
 * @throws `ValidationFailed` naming each property that differs
 */
export function checkExpected(expected: JsonObject, data: JsonObject, before: JsonObject | undefined): void {
  const differing = Object.entries(expected).filter(
    ([name, value]) => !equalJson(value, valueOf(data, name)) && !(before && equalJson(value, valueOf(before, name))),
  )
  if (differing.length === 0) return
  const failures = differing.map(([name, value]) => {
    const set = valueOf(data, name)
    const what = set === null ? 'the service sets none' : `the service sets ${jsonText(set)}`
    const message = `must not differ from what the service sets (${what}, not ${jsonText(value)})`
    return { pointer: pointerOf([name]), field: name, code: 'read-only', message }
  })
  throw new ValidationFailed(failures, describe)
}

const valueOf = (data: JsonObject, name: string): Json => getOwn(data, name) ?? null

function isWritable({ compiled, drafts }: ResourceType, name: string): boolean {
  if (compiled.readOnly.length > 0 && compiled.readOnly.includes(name)) return false
  const isState = drafts !== undefined && publicationColumn(name) !== undefined
  if (!columns.has(name) && !name.startsWith('@') && !isState) return true
  return compiled.declares(name)
}

/** Add the values that the service set before to the data of a body, unless the body contains them. */
export function keepReadOnly({ compiled }: ResourceType, before: JsonObject, data: JsonObject): JsonObject {
  const kept = compiled.readOnly.filter(name => Object.hasOwn(before, name) && !Object.hasOwn(data, name))
  return kept.length === 0 ? data : { ...data, ...Object.fromEntries(kept.map(name => [name, before[name] ?? null])) }
}

/** What decides how data are checked. */
interface DataCheck {
  /** What the check may take, if the request has more data than these. */
  budget?: ValidationBudget | undefined
  mode?: BodyMode
  /** The data that are replaced. */
  before?: JsonObject | undefined
  /** The data before are merged with others: what the type does not declare any more can stay. */
  isMerge?: boolean
  /** They become public: what drafts may lack is required. */
  isPublished?: boolean
}

/** Data that can be written, unless {@link CheckedData.badReferences} are found. */
export interface CheckedData {
  data: JsonObject
  /** Whether required secrets are absent. */
  lacksSecrets: boolean
  /** Texts that cannot be the ids of what they should refer to: they are refused with the references that lead nowhere, all at once. */
  badReferences: readonly ValidationFailure[]
}

/**
 * Check data against the type's schema. Required secrets can be absent in copies, which other services write without them; and later where they were
 * absent before.
 * @returns the data as they are stored
 * @throws `ValidationFailed` naming every property that does not fit, if more than references does not
 */
export function checkData(type: ResourceType, sent: JsonObject, check: DataCheck = {}): CheckedData {
  const { budget, mode, before, isMerge = false, isPublished = false } = check
  const compiled = isPublished ? type.compiled : savedBy(type)
  const data = withNormalSlug(compiled, sent)
  const failuresOf = (validate: Validator, value: JsonObject): readonly ValidationFailure[] => {
    const found = validate(value, budget)
    if (before === undefined || found.length === 0) return found
    return isMerge ? withoutKept(found, before, value) : withoutKeptReferences(found, before, value)
  }
  const failures = failuresOf(compiled.validate, data)
  const badReferences = failures
    .filter(isBadReference)
    .map(failure => ({ ...failure, field: namesOf(data, failure.pointer).join('.') }))
  if (failures.length === badReferences.length) return { data, lacksSecrets: false, badReferences }
  const fitsCopy = (copied: JsonObject): boolean => failuresOf(compiled.validateCopy, copied).every(isBadReference)
  const lackedSecrets = (replaced: JsonObject): boolean =>
    failuresOf(compiled.validate, replaced).length > 0 && fitsCopy(replaced)
  const mayLackSecrets =
    !compiled.secrets.isEmpty && (mode === 'copy' || (before !== undefined && lackedSecrets(before))) && fitsCopy(data)
  if (!mayLackSecrets) throw new ValidationFailed(failures, describe)
  return { data, lacksSecrets: true, badReferences }
}

/** The schema by which data are saved. */
export const savedBy = ({ compiled, drafts }: ResourceType): ResourceType['compiled'] => drafts?.saving ?? compiled

const isBadReference = ({ code }: ValidationFailure): boolean => code === 'x-resource-type'

const describe = ({ field, message }: ValidationFailure): string =>
  `${field === '' ? 'the resource' : field}: ${message}`
