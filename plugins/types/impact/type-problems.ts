import type { DocumentMeta } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { TypeProblem, TypeProblemKind } from '../contract.ts'

/** In the order in which they are reported. */
const problemKinds = [
  'type-changed',
  'not-unique',
  'invalid',
  'unknown-reference',
  'property-removed',
  'referred-to',
  'unpublished-changes',
] as const satisfies readonly TypeProblemKind[]

const maxIds = 10

/** Counts problems while resources are scanned. */
export class Tally {
  readonly #account: string
  readonly #isSecret: (property: string) => boolean
  readonly #problems = new Map<string, TypeProblem>()

  /**
   * @param account only ids of this account are named, the first ones; all are counted
   * @param isSecret whether values of a property are not shown, so that the resources that share one are not named
   */
  constructor(account: string, isSecret: (property: string) => boolean = () => false) {
    this.#account = account
    this.#isSecret = isSecret
  }

  /**
   * @param options.lost of `type-changed`: whether a value would be lost
   * @param options.isNamed whether the caller may be told the id
   */
  add(
    kind: TypeProblemKind,
    property: string,
    { id, meta }: { id: string; meta: DocumentMeta },
    { lost = false, isNamed = true }: { lost?: boolean | undefined; isNamed?: boolean } = {},
  ): void {
    const key = JSON.stringify([kind, property])
    const problem = this.#problems.get(key) ?? { kind, property, count: 0, ids: [] }
    this.#problems.set(key, problem)
    problem.count += 1
    if (kind === 'type-changed') {
      problem.converted = (problem.converted ?? 0) + (lost ? 0 : 1)
      problem.lost = (problem.lost ?? 0) + (lost ? 1 : 0)
    }
    if (kind === 'not-unique' && this.#isSecret(property)) return
    if (isNamed && meta.account_id === this.#account) problem.ids = [...problem.ids, id].toSorted().slice(0, maxIds)
  }

  has(kind: TypeProblemKind, property: string): boolean {
    return this.#problems.has(JSON.stringify([kind, property]))
  }

  /** Add the problems of another one that are not known here. */
  complete(other: Tally): void {
    for (const [key, problem] of other.#problems) if (!this.#problems.has(key)) this.#problems.set(key, problem)
  }

  get problems(): TypeProblem[] {
    return [...this.#problems.values()].toSorted((a, b) => problemKinds.indexOf(a.kind) - problemKinds.indexOf(b.kind))
  }
}

/** What becomes of values that do not fit the new types of their columns. */
export interface Conversion {
  /** Write what loses nothing as the new type. */
  convert?: boolean | undefined
  /** Write these, and remove the others. */
  force?: boolean | undefined
}

/** The answer to a dry run of a change to a type. */
export const dryRunBody = (problems: readonly TypeProblem[], conversion: Conversion = {}): JsonObject => ({
  compatible: openProblems(problems, conversion).length === 0,
  problems: problemsBody(problems),
  ...(openProblems(problems, conversion).length === 0 && conversionBody(problems, conversion)),
})

/** How many values were converted and removed, for the answer to a change that may do so. */
export function conversionBody(problems: readonly TypeProblem[], { convert, force }: Conversion): JsonObject {
  if (convert !== true && force !== true) return {}
  const sum = (member: 'converted' | 'lost'): number => problems.reduce((all, one) => all + (one[member] ?? 0), 0)
  return { converted: sum('converted'), removed: sum('lost') }
}

/** Problems as JSON. */
export const problemsBody = (problems: readonly TypeProblem[]): JsonObject[] =>
  problems.map(problem => ({ ...problem }))

/** The problems that prevent a change: shared values, and values of another type as far as they are not converted or removed. */
export const openProblems = (problems: readonly TypeProblem[], { convert, force }: Conversion): TypeProblem[] =>
  problems.filter(
    ({ kind, lost }) =>
      kind === 'not-unique' ||
      (kind === 'unpublished-changes' && force !== true) ||
      (kind === 'type-changed' && force !== true && !(convert === true && lost === 0)),
  )

const having = (count: number): string => (count === 1 ? '1 resource has' : `${count} resources have`)

/** The error message that refuses a change. */
export const describeIncompatible = (problems: readonly TypeProblem[]): string =>
  problems
    .map(({ kind, property, count, ids, converted = 0, lost = 0 }) =>
      kind === 'unpublished-changes'
        ? `x-drafts: ${having(count)} changes that are not public, which would become so (?force=true): ${ids.join(', ')}`
        : kind === 'not-unique'
          ? `${property}: cannot be unique, ${count} resources share values`
          : `${property}: ${having(count)} values of another type than the new schema allows: ${converted} can be converted (?convert=true), ${lost} would be lost (?force=true removes them from the current version)`,
    )
    .join('; ')
