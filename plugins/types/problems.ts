import type { JsonObject } from '../../kernel/index.ts'

/**
 * What a change of a type would mean to its resources. `type-changed` and `not-unique` make the change incompatible;
 * the others are worth knowing.
 */
export type ProblemKind = (typeof problemKinds)[number]

/** In the order in which they are told. */
const problemKinds = [
  'type-changed',
  'not-unique',
  'invalid',
  'unknown-reference',
  'property-removed',
  'referred-to',
] as const

/** One problem, with how many resources have it and some of those that the caller may see. */
export interface Problem {
  kind: ProblemKind
  property: string
  count: number
  ids: string[]
}

const mostIds = 10

/** Counts problems while resources are looked through. */
export class Tally {
  readonly #account: string
  readonly #problems = new Map<string, Problem>()

  /** @param account only ids of this account are named; all are counted */
  constructor(account: string) {
    this.#account = account
  }

  add(kind: ProblemKind, property: string, id: string, account: string): void {
    const key = JSON.stringify([kind, property])
    const problem = this.#problems.get(key) ?? { kind, property, count: 0, ids: [] }
    this.#problems.set(key, problem)
    problem.count += 1
    if (account === this.#account && problem.ids.length < mostIds) problem.ids.push(id)
  }

  get problems(): Problem[] {
    return [...this.#problems.values()].toSorted((a, b) => problemKinds.indexOf(a.kind) - problemKinds.indexOf(b.kind))
  }
}

/** The answer to a dry run of a change to a type. */
export const dryRunBody = (problems: readonly Problem[]): JsonObject => ({
  compatible: !problems.some(isIncompatible),
  problems: problemsBody(problems),
})

/** Problems as JSON. */
export const problemsBody = (problems: readonly Problem[]): JsonObject[] => problems.map(problem => ({ ...problem }))

/** Whether a problem stands in the way of the change. */
export const isIncompatible = ({ kind }: Problem): boolean => kind === 'type-changed' || kind === 'not-unique'
