import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { describe, isValidFor } from '../../../schema/index.ts'
import type { Alternatives, Part } from '../../../schema/index.ts'
import { startingObject } from './blank.ts'
import { choicesFor, noteChoices } from './choices-of-objects.ts'

/**
 * The object for another alternative: what both have and accept stays, what only the one before declares goes, and comes back with it.
 * @param branch undefined: none of them
 */
export function choose(
  part: Part,
  before: Json | undefined,
  { key }: Alternatives,
  branch: number | undefined,
): JsonObject {
  const value = isObject(before) ? before : {}
  const known = choicesFor(value)
  const now = describe(part, value, known?.chosen)
  const chosen = new Map(known?.chosen)
  if (branch === undefined) chosen.delete(key)
  else chosen.set(key, branch)
  const { members } = describe(part, {}, chosen)
  const kept: JsonObject = {}
  const gone: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    const [old, next] = [now.members.get(name), members.get(name)]
    const isOwn = old?.of === key
    const fits = next !== undefined && next.origin !== 'present' && !next.isTelling && isValidFor(next.part, member)
    if (isOwn) gone[name] = member
    if (!isOwn || fits) kept[name] = member
  }
  const left = new Map(known?.left)
  const fitted = now.alternatives.find(one => one.key === key)?.fits
  if (fitted !== undefined) left.set(`${key}:${fitted}`, gone)
  const again = branch === undefined ? {} : (left.get(`${key}:${branch}`) ?? {})
  const after = { ...startingObject(part, chosen), ...again, ...kept }
  noteChoices(after, { chosen, left })
  return after
}
