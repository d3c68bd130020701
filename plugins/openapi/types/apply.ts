import { Conflict } from '../../../kernel/index.ts'
import type { Caller, DocumentStore } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type {
  IncompatibleTypes,
  ResourceType,
  TypeDraft,
  TypeEditOutcome,
  TypeEditor,
  TypeProblem,
  TypeProblems,
} from '../../types/contract.ts'
import { identifierKeyword, originOf } from '../schemas/stored-schema.ts'
import type { WantedSchema } from './drafts.ts'
import { findDuplicateItems } from './duplicates.ts'
import { pluginName } from '../registered.ts'

/** What happens to the type of one schema. `refused`: it has a type already that was not created from a document. */
export type TypeSchemaChange = 'created' | 'updated' | 'revived' | 'unchanged' | 'refused'

/** The effect of a schema of a document on stored data. */
export interface SchemaReport {
  /** Name in `components.schemas`. */
  schema: string
  slug: string
  change: TypeSchemaChange
  problems: readonly TypeProblem[]
}

/** Stored data conflicts with a document; nothing of the document was applied. */
export class DocumentRefused extends Conflict {
  readonly reports: readonly SchemaReport[]

  constructor(reports: readonly SchemaReport[]) {
    super(reports.flatMap(describeReport).join('; '))
    this.reports = reports
  }
}

/** The parts that apply schemas. */
export interface ApplyParts {
  store: DocumentStore
  editor: TypeEditor
}

/**
 * Update resource types to match a document, all of them or none: new ones are created, changed ones updated by the rules for
 * administrators, archived ones revived. Types that the document does not name stay unchanged.
 * @param options.force convert values of another type; those that cannot be converted are removed from the current versions
 * @throws DocumentRefused with every conflict
 */
export async function applySchemas(
  parts: ApplyParts,
  caller: Caller,
  wanted: readonly WantedSchema[],
  { force }: { force: boolean },
): Promise<SchemaReport[]> {
  let reports: SchemaReport[] = []
  let before: ReadonlyMap<string, ResourceType> = new Map()
  const decide = async (current: ReadonlyMap<string, ResourceType>): Promise<{ types: TypeDraft[] }> => {
    before = current
    reports = await compare(parts, caller, wanted, current)
    if (reports.some(report => blocksChange(report, force))) throw new DocumentRefused(reports)
    return { types: wanted.map(draftOf) }
  }
  const edit = (convert: boolean): Promise<TypeEditOutcome> =>
    parts.editor.edit(caller, slugsOf(wanted), decide, { convert, force, by: pluginName })
  try {
    const { problems } = await edit(false).catch((error: unknown) => {
      if (isIncompatible(error) && becomeColumns(error.types, before)) return edit(true)
      throw error
    })
    return reports.map(report => withProblems(report, problems.get(report.slug)))
  } catch (error) {
    // Whatever the cause, the whole list helps more than a part of it.
    if (!(isIncompatible(error) || error instanceof DocumentRefused)) throw error
    throw new DocumentRefused(await examineSchemas(parts, caller, wanted, { thorough: false }))
  }
}

/**
 * Find out what {@link applySchemas} would do, without writing.
 * @param options.thorough also find what is not a conflict: items that the new schema refuses, properties that it no longer has
 */
export async function examineSchemas(
  parts: ApplyParts,
  caller: Caller,
  wanted: readonly WantedSchema[],
  { thorough }: { thorough: boolean },
): Promise<SchemaReport[]> {
  let reports: SchemaReport[] = []
  const decide = async (current: ReadonlyMap<string, ResourceType>): Promise<{ types: TypeDraft[] }> => {
    reports = await compare(parts, caller, wanted, current)
    const refused = new Set(reports.flatMap(({ change, slug }) => (change === 'refused' ? [slug] : [])))
    return { types: wanted.filter(({ slug }) => !refused.has(slug)).map(draftOf) }
  }
  const options = { dryRun: true, force: true, thorough, by: pluginName }
  const { problems } = await parts.editor.edit(caller, slugsOf(wanted), decide, options).catch((error: unknown) => {
    if (isIncompatible(error)) return { problems: error.types }
    throw error
  })
  return reports.map(report => withProblems(report, problems.get(report.slug)))
}

const isIncompatible = (error: unknown): error is IncompatibleTypes =>
  error instanceof Error && 'code' in error && error.code === 'incompatible-types'

/** Whether all that conflicts is values of properties that were no columns and become ones, which can contain them: single values where there can be many. */
const becomeColumns = (types: TypeProblems, before: ReadonlyMap<string, ResourceType>): boolean =>
  [...types].every(([slug, problems]) =>
    problems.every(({ kind, property, lost }) => {
      if (kind !== 'type-changed') return kind !== 'not-unique'
      return lost === 0 && before.get(slug)?.compiled.resolve(property.split('.'))?.kind === 'json'
    }),
  )

/** Whether a report prevents a document from being applied. */
export const blocksChange = ({ change, problems }: SchemaReport, force: boolean): boolean =>
  change === 'refused' || problems.some(({ kind }) => kind === 'not-unique' || (kind === 'type-changed' && !force))

/** The conflicts of a document, for people; empty for a schema that can be applied. */
export function describeReport({ schema, slug, change, problems }: SchemaReport): string[] {
  if (change === 'refused') {
    return [`${schema}: there is a resource type "${slug}" already that is not from a document; rename the schema`]
  }
  return problems.flatMap(({ kind, property, count, ids }) => {
    if (kind !== 'type-changed' && kind !== 'not-unique') return []
    const meaning = kind === 'type-changed' ? 'have values of another JSON type than the schema allows' : 'share values'
    const named = ids.slice(0, 3)
    const more = count > named.length ? ', …' : ''
    const items = `${count} ${count === 1 ? 'item' : 'items'} ${meaning}`
    return [`${schema}: ${property}: ${kind}: ${items}${named.length === 0 ? '' : ` (${named.join(', ')}${more})`}`]
  })
}

const slugsOf = (wanted: readonly WantedSchema[]): string[] => wanted.map(({ slug }) => slug)

const draftOf = ({ slug, name, schema }: WantedSchema): TypeDraft => ({ slug, name, schema, status: 'active' })

const withProblems = (report: SchemaReport, problems: readonly TypeProblem[] = []): SchemaReport => ({
  ...report,
  problems: [...problems, ...report.problems],
})

async function compare(
  { store }: ApplyParts,
  { account_id }: Caller,
  wanted: readonly WantedSchema[],
  current: ReadonlyMap<string, ResourceType>,
): Promise<SchemaReport[]> {
  const reports: SchemaReport[] = []
  for (const { name: schema, slug, schema: next } of wanted) {
    const type = current.get(slug)
    const change = changeOf(type, schema, next)
    const identifier = identifierIn(next)
    const isIdentifiedAnew =
      type !== undefined && change !== 'refused' && !sameNames(identifierIn(type.schema), identifier)
    const duplicates = isIdentifiedAnew ? await findDuplicateItems(store, type, identifier, account_id) : undefined
    reports.push({ schema, slug, change, problems: duplicates === undefined ? [] : [duplicates] })
  }
  return reports
}

function changeOf(type: ResourceType | undefined, name: string, schema: JsonObject): TypeSchemaChange {
  if (type === undefined) return 'created'
  if (originOf(type.schema) === undefined) return 'refused'
  if (type.status === 'archived') return 'revived'
  return type.name === name && sameText(type.schema, schema) ? 'unchanged' : 'updated'
}

/** Names of the properties that identify the items of a type that was created from a document. */
function identifierIn(schema: JsonObject | null): string[] {
  const identifier = schema?.[identifierKeyword]
  return isObject(identifier) ? Object.keys(identifier) : []
}

const sameText = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(name => other.includes(name))
