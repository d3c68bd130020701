import type { Json, JsonObject } from '../../json/types.ts'
import { equalJson, getOwn, isObject, pointerTokens } from '../../json/index.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import type { Alternatives, Branch, DescribedChoice, Description } from './description.ts'
import type { Document } from './document.ts'
import { isOfType, isValid } from './is-valid.ts'
import { declaredIn, mergeKeywords, valuesIn } from './keywords.ts'

/** A branch before it is compared with the others. */
export type UndecidedBranch = Omit<Branch, 'tellingValues' | 'definition'>

/** The branches of a keyword, without those for null. */
export interface BranchGroup {
  key: string
  branches: readonly UndecidedBranch[]
  allowsNull: boolean
}

/** What applies beside the branches, and to what. */
interface Around {
  document: Document
  applied: readonly SchemaNode[]
  value: Json | undefined
  chosen: number | undefined
}

const isFinite = ({ description }: { description: Description }): boolean => (description.choices?.length ?? 0) > 0

/** The choices of a value, from `enum`, `const`, or branches that are all made of such; and what is suggested where only some are. */
export function choicesIn(
  groups: readonly BranchGroup[],
  schema: JsonObject,
): { choices: DescribedChoice[] | undefined; suggestions: Json[] } {
  const finite = groups.find(({ branches }) => branches.length > 1 && branches.every(isFinite))
  const parts = finite?.branches.flatMap(({ description: { choices = [], schema: own } }) =>
    choices.map(choice =>
      choices.length === 1 ? { value: choice.value, schema: { ...own, ...choice.schema } } : choice,
    ),
  )
  const values = valuesIn(schema)?.filter(value => value !== null)
  const choices = values?.map(value => {
    const part = parts?.find(one => equalJson(one.value, value))
    return { value, schema: part?.schema ?? {} }
  })
  const suggestions = groups.flatMap(({ branches }) =>
    branches.every(isFinite)
      ? []
      : branches.flatMap(({ description }) => description.choices ?? []).map(one => one.value),
  )
  return { choices: choices ?? parts, suggestions }
}

/** The alternatives that branches are; undefined where they are choices, or only limit what is described around them. */
export function alternativesIn({ key, branches: all }: BranchGroup, around: Around): Alternatives | undefined {
  if (all.every(isFinite)) return undefined
  const { applied } = around
  const outer = mergeKeywords(applied.map(({ own }) => own))
  const outerTypes = [outer['type'] ?? []].flat().map(String)
  const typesOf = ({ types }: Description): readonly string[] => (types.length > 0 ? types : outerTypes)
  const types = new Set(
    all.flatMap(({ description }) => typesOf(description)).map(type => (type === 'integer' ? 'number' : type)),
  )
  if (key !== 'types' && types.size === 1 && !types.has('object') && !types.has('array')) return undefined
  const declared = declaredIn(applied)
  const isOfObjects = types.size === 0 || (types.size === 1 && types.has('object'))
  if (isOfObjects && !all.some(({ description }) => contributes(description, declared))) return undefined
  const teller = isOfObjects
    ? [...declared].find(name => all.every(one => one.valuesOf(name) !== undefined))
    : undefined
  const branches = all.map((one): Branch => ({
    ...one,
    tellingValues: tellingValues(one, all),
    definition: definitionOf(one.node),
  }))
  return teller === undefined
    ? { key, branches, fits: fitting(branches, declared, around), isAsked: true, teller: undefined }
    : {
        key,
        branches,
        fits: chosenBy(teller, branches, around.value),
        isAsked: false,
        teller: { name: teller, values: valuesOf(teller, branches) },
      }
}

/** Whether an alternative has more to enter than what is described around it. */
function contributes({ members, applied }: Description, declared: ReadonlySet<string>): boolean {
  return (
    [...members.values()].some(({ name, origin }) => origin === 'declared' && !declared.has(name)) ||
    applied.some(({ edges }) =>
      edges.some(
        ({ keyword, node }) => /^(?:additional|pattern)Properties$/.test(keyword) && typeof node.schema !== 'boolean',
      ),
    )
  )
}

/** The branch that a member of the object decides for. */
function chosenBy(name: string, branches: readonly Branch[], value: Json | undefined): number | undefined {
  const now = isObject(value) ? getOwn(value, name) : undefined
  const at = branches.findIndex(one => one.valuesOf(name)?.some(choice => equalJson(choice, now)))
  return now === undefined || at < 0 ? undefined : at
}

const valuesOf = (name: string, branches: readonly Branch[]): Json[] =>
  branches.flatMap(one => one.valuesOf(name) ?? [])

/** The values of the first member that has others in each other branch; a constant may be of this branch only. */
function tellingValues(branch: UndecidedBranch, all: BranchGroup['branches']): readonly Json[] {
  for (const name of branch.description.members.keys()) {
    const own = branch.valuesOf(name) ?? []
    const others = all.filter(one => one !== branch).map(one => one.valuesOf(name))
    const isTelling = others.every(values => !values?.some(value => own.some(one => equalJson(one, value))))
    if (own.length > 0 && isTelling && (own.length === 1 || !others.includes(undefined))) return own
  }
  return []
}

/** The name under which a document defines what a branch refers to. */
function definitionOf({ target }: SchemaNode): string | undefined {
  const [kind, name, ...deeper] = pointerTokens(target?.pointer ?? '')
  return (kind === '$defs' || kind === 'definitions') && deeper.length === 0 ? name : undefined
}

/**
 * The branch that a value belongs to: the chosen one while the value can become valid for it; of those that are valid, the one that declares most of its
 * members; else the nearest. An object without members that any of them declares is undecided where several are valid, or none.
 */
function fitting(
  branches: readonly Branch[],
  around: ReadonlySet<string>,
  { document, value, chosen }: Around,
): number | undefined {
  if (value === undefined || value === null) return chosen
  const wanted = chosen === undefined ? undefined : branches[chosen]
  if (wanted !== undefined && isPossible(wanted, value)) return chosen
  const ranked = branches.map((branch, at) => {
    const { node, description } = branch
    const names = isObject(value) ? Object.keys(value).filter(name => !around.has(name)) : []
    const declared = names.filter(name => description.members.get(name)?.origin === 'declared')
    const missing = [...description.members.values()].filter(
      one => one.isRequired && !(isObject(value) && Object.hasOwn(value, one.name)),
    )
    return {
      at,
      rank: [
        isValid(node, value, document.matches) ? 1 : 0,
        isPossible(branch, value) ? 1 : 0,
        declared.length,
        -missing.length,
      ],
    }
  })
  const isUndecided = isObject(value) && ranked.every(({ rank: [, , declared] }) => declared === 0)
  const valid = ranked.filter(({ rank: [isRight] }) => isRight === 1)
  if (isUndecided && branches.every(one => !isMap(one.description)))
    return valid.length === 1 ? valid[0]?.at : undefined
  const possible = ranked.filter(({ rank: [, mayBe] }) => mayBe === 1)
  const [best] = (possible.length > 0 ? possible : ranked.filter(one => isOfTypes(branches[one.at], value))).sort(
    (a, b) => compare(b.rank, a.rank) || a.at - b.at,
  )
  return best?.at
}

const isMap = ({ members }: Description): boolean => members.size === 0

const isOfTypes = (branch: Pick<Branch, 'description'> | undefined, value: Json): boolean =>
  branch === undefined ||
  branch.description.types.length === 0 ||
  branch.description.types.some(type => isOfType(value, type))

/** Whether a value has a type of a branch, and none of the constants that distinguish the branch differs. */
function isPossible(branch: Branch, value: Json): boolean {
  const { description } = branch
  if (!isOfTypes(branch, value)) return false
  if (!isObject(value))
    return description.choices === undefined || description.choices.some(one => equalJson(one.value, value))
  return Object.entries(value).every(([name, member]) => {
    const values = branch.valuesOf(name)
    return values?.length !== 1 || equalJson(values[0], member)
  })
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, one] of a.entries()) if (one !== b[at]) return one - (b[at] ?? 0)
  return 0
}
