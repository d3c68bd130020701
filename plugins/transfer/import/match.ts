import { inTurns } from '../../../lib/event-loop/index.ts'
import { getOwn } from '../../../lib/json/index.ts'
import { replaceReferences } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema, FoundReference } from '../../../lib/json-schema/index.ts'
import { isUrnOf } from '../../../lib/store-kit/index.ts'
import type { RowProblem } from '../../../lib/tabular/index.ts'
import { splitByProblems, type Batch, type ReadyRow, type Step } from './batches.ts'
import { failuresIn } from './inspect.ts'
import { findReferences } from './references.ts'
import type { ImportTarget } from './target.ts'
import { digest } from './text-table.ts'

const maxRemembered = 100_000

/**
 * References can name their target by a property instead of its id. Replace these names by ids, with one query for each batch and type.
 * The problems are noted in the rows, for {@link refuseProblems} or for a step that finds all problems.
 * @param properties the property that names the resources of each type
 * @param rowsNamed ids of the rows of the import with a name
 */
export function matchReferences(
  target: ImportTarget,
  compiled: CompiledSchema,
  properties: ReadonlyMap<string, string>,
  rowsNamed: (name: string) => readonly string[],
): Step {
  const known = new Map<string, ReadonlySet<string>>()
  const keyOf = (slug: string, name: string): string => `${slug} ${name}`
  return async batch => {
    if (known.size > maxRemembered) known.clear()
    for (const [slug, names] of await namesIn(batch, compiled)) {
      const property = properties.get(slug)
      // A resource with a name that was unknown can have been written since.
      const unknown = [...names].filter(name => (known.get(keyOf(slug, name))?.size ?? 0) === 0)
      if (property === undefined) continue
      for (const [name, ids] of await findNamed(target, slug, property, unknown)) known.set(keyOf(slug, name), ids)
    }
    const idsOf = (slugs: readonly string[], name: string): string[] => {
      const rows = rowsNamed(name).filter(id => isId(slugs, id))
      return [...new Set([...rows, ...slugs.flatMap(slug => [...(known.get(keyOf(slug, name)) ?? [])])])]
    }
    return splitByProblems(batch, ({ problems: _before, ...row }) => {
      const { resolved, problems } = resolve(row, compiled, properties, idsOf)
      return problems.length === 0 ? resolved : { ...resolved, problems }
    })
  }
}

/** Put ids of no resources in the place of names, for a check of rows without their references. */
export const skipNames =
  (compiled: CompiledSchema): Step =>
  async batch => {
    const ready: ReadyRow[] = []
    for await (const row of inTurns(batch.ready)) {
      const named = findReferences(compiled, row.data).filter(isName)
      const data = replaceReferences(row.data, named, ({ id, type_slugs: [slug = ''] }) => {
        return `urn:${slug}:${digest(id).toString('hex')}`
      })
      ready.push({ ...row, data })
    }
    return { ...batch, ready }
  }

/** Refuse the rows in which {@link matchReferences} noted problems. */
export const refuseProblems =
  (compiled: CompiledSchema): Step =>
  batch =>
    splitByProblems(batch, row => (row.problems === undefined ? row : [...row.problems, ...failuresIn(compiled, row)]))

const isId = (slugs: readonly string[], text: string): boolean => slugs.some(slug => isUrnOf(slug, text))

const isName = ({ id, type_slugs }: FoundReference): boolean => !isId(type_slugs, id)

/** The names in place of ids, by the slugs of the types that the reference allows. */
async function namesIn({ ready }: Batch, compiled: CompiledSchema): Promise<Map<string, Set<string>>> {
  const names = new Map<string, Set<string>>()
  for await (const { data } of inTurns(ready)) {
    for (const { id: name, type_slugs } of findReferences(compiled, data).filter(isName))
      for (const slug of type_slugs) names.set(slug, (names.get(slug) ?? new Set()).add(name))
  }
  return names
}

/** The ids of the resources with each name; empty for an unknown name. */
async function findNamed(
  target: ImportTarget,
  slug: string,
  property: string,
  names: readonly string[],
): Promise<Map<string, Set<string>>> {
  const ids = new Map(names.map(name => [name, new Set<string>()]))
  for (const { id, data } of await target.find(slug, names, property)) {
    const value = getOwn(data, property)
    if (value !== undefined) ids.get(String(value))?.add(id)
  }
  return ids
}

function resolve(
  row: ReadyRow,
  compiled: CompiledSchema,
  properties: ReadonlyMap<string, string>,
  idsOf: (slugs: readonly string[], name: string) => string[],
): { resolved: ReadyRow; problems: RowProblem[] } {
  const problems = new Map<string, RowProblem>()
  const named = findReferences(compiled, row.data).filter(isName)
  const data = replaceReferences(row.data, named, ({ id: text, name: field, type_slugs }) => {
    const ids = idsOf(type_slugs, text)
    if (ids.length !== 1)
      problems.set(`${field} ${text}`, {
        field,
        message: explain(type_slugs, text, ids, properties),
        ...(ids.length === 0 && { code: 'x-resource-type', params: { type_slugs: [...type_slugs] } }),
      })
    return ids[0] ?? text
  })
  return { resolved: { ...row, data }, problems: [...problems.values()] }
}

const maxListedIds = 3

function explain(
  slugs: readonly string[],
  text: string,
  ids: readonly string[],
  properties: ReadonlyMap<string, string>,
): string {
  const name = JSON.stringify(text)
  const what = slugs.map(slug => `${slug} whose ${properties.get(slug) ?? 'name'} is ${name}`).join(' or ')
  if (ids.length === 0) return `there is no ${what}`
  const listed = ids.length > maxListedIds ? [...ids.slice(0, maxListedIds), '…'] : ids
  return `there are ${ids.length} of ${what} (${listed.join(', ')}); write the id of the one that is meant`
}
