import type { Condition } from '../../kernel/index.ts'
import type { CompiledSchema } from '../../lib/json-schema/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { queryWords } from '../../lib/store-kit/index.ts'
import type { ResourceQuery } from '../dynamic-resources/contract.ts'
import type { ResourceType } from '../types/contract.ts'
import type { ReferencedNames } from './referenced-names.ts'
import { groupPairs } from '../../lib/json/index.ts'

/** A query for resources that can match although not all words are in their texts. */
interface Way {
  query: Pick<ResourceQuery, 'words' | 'conditions'>
  /** Whether words can be in the parts of labels that come from other resources. */
  inReferences: boolean
}

/** How many queries the references of a type add. */
const maxGroups = 8

/**
 * The further queries that find what the words match outside the texts of the data: numbers that identify, and what labels show besides.
 * @returns `isAll`: whether they find all
 */
export async function findFurtherQueries(
  { compiled }: Pick<ResourceType, 'compiled'>,
  names: ReferencedNames,
  words: readonly string[],
): Promise<{ ways: Way[]; isAll: boolean }> {
  const usual = words.filter(word => !canBeLabelExtra(compiled, word))
  const ways: Way[] = numberWays(compiled, words)
  if (usual.length < words.length) ways.push({ query: { words: usual }, inReferences: false })
  const { groups, isAll } = await referenceGroups(compiled, names, words)
  ways.push(...groups.map(query => ({ query, inReferences: true })))
  return { ways, isAll }
}

/** Whether a label can contain the word without its being in a text of the data: a word of the template, a number. */
export function canBeLabelExtra({ labelExtras }: Pick<CompiledSchema, 'labelExtras'>, word: string): boolean {
  return (
    queryWords(labelExtras.words).some(one => one.startsWith(word)) || (labelExtras.values && canBeOtherValue(word))
  )
}

/** Whether a word can be of a number, true or false. */
export const canBeOtherValue = (word: string): boolean =>
  /^\p{N}/u.test(word) || ['true', 'false'].some(one => one.startsWith(word))

const identifyingNumbers = ({ columns }: Pick<CompiledSchema, 'columns'>) =>
  columns.filter(({ kind, unique }) => unique && kind === 'number')

/** Whether the word is a number that identifies the resource. */
export const isIdentifiedBy = (compiled: Pick<CompiledSchema, 'columns'>, data: JsonObject, word: string): boolean =>
  identifyingNumbers(compiled).some(({ path: [name = ''] }) => String(data[name]) === word)

function numberWays(compiled: Pick<CompiledSchema, 'columns'>, words: readonly string[]): Way[] {
  const columns = identifyingNumbers(compiled)
  return words
    .filter(word => columns.length > 0 && /^\d+$/.test(word) && Number.isSafeInteger(Number(word)))
    .slice(0, 1)
    .flatMap(word =>
      columns.map(({ path, kind }): Way => {
        const is: Condition = {
          target: { path },
          kind,
          operator: 'eq',
          operands: [Number(word)],
          field: path.join('.'),
        }
        return { query: { words: words.filter(one => one !== word), conditions: [is] }, inReferences: false }
      }),
    )
}

/**
 * The resources whose labels show words of what they refer to. Each word is looked up in the resources that the label can show; those with the
 * same words form a group, whose words what refers to them need not have.
 */
async function referenceGroups(
  compiled: CompiledSchema,
  names: ReferencedNames,
  words: readonly string[],
): Promise<{ groups: Way['query'][]; isAll: boolean }> {
  /** Words that too many resources have, so that they cannot narrow a query. */
  const frequent = new Set<string>()
  const found = await Promise.all(
    compiled.labelReferences.map(async reference => {
      const wordsById = new Map<string, Set<string>>()
      for (const word of words) {
        const ids = await names.idsWith(reference, word)
        if (ids === undefined) frequent.add(word)
        for (const id of ids ?? []) wordsById.set(id, (wordsById.get(id) ?? new Set()).add(word))
      }
      return { reference, wordsById, all: new Set([...wordsById.values()].flatMap(some => [...some])) }
    }),
  )
  const own = words.filter(word => !frequent.has(word) && !canBeLabelExtra(compiled, word))
  const groups: Way['query'][] = []
  for (const one of found) {
    const { reference, wordsById, all } = one
    const field = reference.path.join('.')
    const column = compiled.resolve(reference.path)
    const idsByWords = groupPairs(Array.from(wordsById, ([id, some]) => [[...some].join(' '), id]))
    for (const ids of idsByWords.values()) {
      const shown = column?.many === true ? all : (wordsById.get(ids[0] ?? '') ?? all)
      const isElsewhere = (word: string): boolean => found.some(other => other !== one && other.all.has(word))
      const is: Condition = {
        target: { path: reference.path },
        kind: column?.kind ?? 'text',
        operator: 'in',
        operands: ids,
        field,
      }
      groups.push({ words: own.filter(word => !shown.has(word) && !isElsewhere(word)), conditions: [is] })
    }
  }
  if (frequent.size > 0 && own.length > 0) groups.push({ words: own })
  // The fewer words are left over for the resource itself, the more of them its references have.
  const inOrder = groups.toSorted((a, b) => (a.words?.length ?? 0) - (b.words?.length ?? 0))
  return {
    groups: inOrder.slice(0, maxGroups),
    isAll: groups.length <= maxGroups && (frequent.size === 0 || own.length > 0),
  }
}
