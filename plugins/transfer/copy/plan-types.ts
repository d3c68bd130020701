import { BadRequest, Conflict, type Caller } from '../../../kernel/index.ts'
import { attempt, insteadOf } from '../../../lib/errors/index.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json/index.ts'
import { dropColumnFaults } from '../../../lib/json-schema/index.ts'
import type {
  IncompatibleTypes,
  ResourceType,
  TypeDraft,
  TypeEdit,
  TypeEditOutcome,
  TypeEditor,
  TypeProblems,
} from '../../types/contract.ts'

/** A problem with a line of a file. */
export interface LineProblem {
  line: number
  reason: string
}

/** A type of a copy. */
export interface CopiedType {
  line: number
  slug: string
  schema: JsonObject | null
  draft: TypeDraft
  /** Whether the type is archived at the end. */
  isArchived: boolean
  /** Pointers to what its schema lost: annotations of version 0.2.0 of properties that are no columns. */
  dropped: readonly string[]
}

const fields: ReadonlySet<string> = new Set(['name', 'slug', 'description', 'context', 'schema', 'status'])

/** Read a type of a copy. @param lines the lines of the types before it, by slug */
export function readType(type: JsonObject, line: number, lines: Map<string, number>): CopiedType | string[] {
  const { name, slug, description = '', context = {}, schema, status = 'active' } = type
  const faults = Object.keys(type).flatMap(field => (fields.has(field) ? [] : [`${field}: is no field of a type`]))
  if (typeof slug !== 'string' || slug === '') return [...faults, 'slug: must be a text']
  const before = lines.get(slug)
  lines.set(slug, before ?? line)
  if (before !== undefined) faults.push(`slug: is that of line ${before} too`)
  if (status !== 'active' && status !== 'archived') faults.push('status: must be active or archived')
  if (schema !== undefined && !isObject(schema)) faults.push('schema: must be an object')
  if (typeof name !== 'string') return [...faults, 'name: must be a text']
  if (typeof description !== 'string') return [...faults, 'description: must be a text']
  if (!isObject(context)) return [...faults, 'context: must be an object']
  if (faults.length > 0) return faults
  const { schema: own, dropped } = readSchemaOfCopy(schema)
  const draft = { slug, name, description, context, schema: own }
  return { line, slug, schema: own, draft, isArchived: status === 'archived', dropped }
}

/** A schema that is not valid stays as it is, and is refused with its type. */
function readSchemaOfCopy(schema: Json | undefined): { schema: JsonObject | null; dropped: string[] } {
  if (!isObject(schema)) return { schema: null, dropped: [] }
  const read = attempt(() => dropColumnFaults(schema), insteadOf(BadRequest, { schema, dropped: [] }))
  return { schema: read.schema, dropped: read.dropped.map(({ pointer }) => pointer) }
}

/** The types of a copy, which become those of the service in one write. */
export class CopiedTypes {
  readonly #editor: TypeEditor
  readonly #types: readonly CopiedType[]
  readonly #filled: ReadonlySet<string>

  /** @param filled slugs of the types that have resources in the copy: these can be written only while their type is active */
  constructor(editor: TypeEditor, types: readonly CopiedType[], filled: ReadonlySet<string>) {
    this.#editor = editor
    this.#types = types
    this.#filled = filled
  }

  /** Try to write the types. @returns the problems of their lines, and what would change */
  async try(caller: Caller): Promise<{ problems: LineProblem[]; outcome: TypeEditOutcome }> {
    const found = new Map<string, string[]>()
    for (;;) {
      try {
        const outcome = await this.#edit(caller, true, new Set(found.keys()))
        noteProblems(outcome.problems, found)
        return { problems: this.#inLines(found), outcome }
      } catch (error) {
        if (!(error instanceof BadRequest || error instanceof Conflict)) throw error
        const { part } = error
        if (isIncompatible(error)) noteProblems(error.types, found)
        else if (typeof part === 'string' && !found.has(part)) found.set(part, [error.message])
        else if (found.size === 0) throw error
        else return { problems: this.#inLines(found), outcome: { created: [], updated: [], problems: new Map() } }
      }
    }
  }

  /** Write the types. */
  write(caller: Caller): Promise<TypeEditOutcome> {
    return this.#edit(caller, false, new Set())
  }

  /** Archive the types that are archived in the copy. */
  async archive(caller: Caller): Promise<void> {
    const slugs = this.#types.filter(({ isArchived }) => isArchived).map(({ slug }) => slug)
    await this.#editor.edit(caller, slugs, () => ({ types: slugs.map(slug => ({ slug, status: 'archived' })) }))
  }

  /** @param wrong slugs of types with problems, in whose place types without a schema are tried, so that others can refer to them */
  #edit(caller: Caller, dryRun: boolean, wrong: ReadonlySet<string>): Promise<TypeEditOutcome> {
    const slugs = this.#types.map(({ slug }) => slug)
    const decide = (current: ReadonlyMap<string, ResourceType>): TypeEdit => ({
      types: this.#types.flatMap(({ slug, draft, isArchived }) => {
        const existing = current.get(slug)
        if (wrong.has(slug)) return existing === undefined ? [{ slug, name: slug }] : []
        const isNeeded = !isArchived || this.#filled.has(slug)
        return existing?.status === 'archived' && isNeeded ? [{ ...draft, status: 'active' }] : [draft]
      }),
    })
    return this.#editor.edit(caller, slugs, decide, { dryRun, thorough: dryRun })
  }

  #inLines(found: ReadonlyMap<string, readonly string[]>): LineProblem[] {
    return this.#types.flatMap(({ slug, line }) => (found.get(slug) ?? []).map(reason => ({ line, reason })))
  }
}

const isIncompatible = (error: BadRequest | Conflict): error is (BadRequest | Conflict) & IncompatibleTypes =>
  error.code === 'incompatible-types'

function noteProblems(types: TypeProblems, found: Map<string, string[]>): void {
  for (const [slug, problems] of types) {
    const reasons = problems.map(
      ({ kind, property, count }) =>
        `${slug}: is there already, with resources that this schema does not fit: ${property}: ${kind} (${count})`,
    )
    if (reasons.length > 0) found.set(slug, reasons)
  }
}
