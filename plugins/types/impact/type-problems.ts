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
] as const satisfies readonly TypeProblemKind[]

const maxIds = 10

/** Counts problems while resources are scanned. */
export class Tally {
  readonly #account: string
  readonly #isSecret: (property: string) => boolean
  readonly #problems = new Map<string, TypeProblem>()

  /**
   * @param account only ids of this account are named, the first ones; all are counted
   * @param isSecret whether values of a property are not shown, so that it is not told which resources share one
   */
  constructor(account: string, isSecret: (property: string) => boolean = () => false) {
    this.#account = account
    this.#isSecret = isSecret
  }

  add(kind: TypeProblemKind, property: string, { id, meta }: { id: string; meta: DocumentMeta }): void {
    const key = JSON.stringify([kind, property])
    const problem = this.#problems.get(key) ?? { kind, property, count: 0, ids: [] }
    this.#problems.set(key, problem)
    problem.count += 1
    if (kind === 'not-unique' && this.#isSecret(property)) return
    if (meta.account_id === this.#account) problem.ids = [...problem.ids, id].toSorted().slice(0, maxIds)
  }

  get problems(): TypeProblem[] {
    return [...this.#problems.values()].toSorted((a, b) => problemKinds.indexOf(a.kind) - problemKinds.indexOf(b.kind))
  }
}

/** The answer to a dry run of a change to a type. */
export const dryRunBody = (problems: readonly TypeProblem[]): JsonObject => ({
  compatible: !problems.some(isIncompatible),
  problems: problemsBody(problems),
})

/** Problems as JSON. */
export const problemsBody = (problems: readonly TypeProblem[]): JsonObject[] =>
  problems.map(problem => ({ ...problem }))

/** Whether a problem prevents the change. */
const isIncompatible = ({ kind }: TypeProblem): boolean => kind === 'type-changed' || kind === 'not-unique'

/** The problems that prevent a change. `force` overrides values of another JSON type, but not shared values. */
export const openProblems = (problems: readonly TypeProblem[], force: boolean): TypeProblem[] =>
  problems.filter(problem => isIncompatible(problem) && !(force && problem.kind === 'type-changed'))

/** The error message that refuses a change. */
export const describeIncompatible = (problems: readonly TypeProblem[]): string =>
  problems
    .map(({ kind, property, count }) =>
      kind === 'not-unique'
        ? `${property}: cannot be unique, ${count} resources share values`
        : `${property}: ${count} resources hold values of another JSON type than the new schema allows (?force=true changes it all the same)`,
    )
    .join('; ')
