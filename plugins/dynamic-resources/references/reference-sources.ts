import type { Access, Condition } from '../../../kernel/index.ts'
import { fileSlugs, restrictValue, typesNamedIn } from '../../../lib/json-schema/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { ReadingParts } from '../reading/targets.ts'
import { memoizeByObject } from '../../../lib/json/index.ts'

/** The condition that a resource of a type refers to one of these resources, from any place. */
export const refersTo = (type: ResourceType, ids: readonly string[]): Condition => onReferences(type, ids)

/** The condition that a resource of a type prevents one of these resources from being archived. */
export const restrictsTarget = (type: ResourceType, ids: readonly string[]): Condition =>
  onReferences(type, ids.map(restrictValue))

const onReferences = ({ compiled }: ResourceType, operands: readonly string[]): Condition => ({
  target: { references: compiled.referenceSchema ?? {} },
  kind: 'text',
  operator: 'in',
  operands,
  field: 'references',
})

/** Finds which types refer to which, by their schemas. */
export class ReferenceSources {
  readonly #registry: TypeRegistry
  readonly #known = new Map<string, readonly ResourceType[]>()
  /** The types that were searched. */
  #all: readonly ResourceType[] = []

  constructor(registry: TypeRegistry) {
    this.#registry = registry
  }

  /** The active types that refer to a type, ordered by slug. */
  of(slug: string): Promise<readonly ResourceType[]> {
    return this.#typesWith('referredTypes', slug)
  }

  /** Those types whose references prevent their targets from being archived. */
  restricting(slug: string): Promise<readonly ResourceType[]> {
    return this.#typesWith('restrictedTypes', slug)
  }

  async #typesWith(list: 'referredTypes' | 'restrictedTypes', slug: string): Promise<readonly ResourceType[]> {
    const all = await this.#registry.all()
    if (this.#all !== all) {
      this.#known.clear()
      this.#all = all
    }
    const key = `${list} ${slug}`
    const known = this.#known.get(key) ?? all.filter(type => namedIn(type).has(slug) && refersIn(type, list, slug))
    this.#known.set(key, known)
    return known
  }
}

/** Files are also referred to in Markdown, where references have no type. */
const refersIn = ({ compiled }: ResourceType, list: 'referredTypes' | 'restrictedTypes', slug: string): boolean =>
  compiled[list].includes(slug) ||
  (list === 'referredTypes' && fileSlugs.includes(slug) && compiled.referenceSchema !== undefined)

/** The types that an active type names anywhere in its schema; only schemas that name a slug are compiled. */
const namedIn = memoizeByObject(({ status, schema }: ResourceType): ReadonlySet<string> =>
  status === 'active' && schema !== null ? typesNamedIn(schema) : new Set(),
)

/** What reading across references on behalf of a caller needs. */
export interface ReferenceParts extends ReadingParts {
  access: Access
}

/** What {@link import('./reference-rules.ts').ReferenceRules} needs. */
export interface RuleParts extends ReferenceParts {
  /** Which types refer to which. */
  sources: ReferenceSources
}
