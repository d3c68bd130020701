import { Conflict } from '../../../kernel/index.ts'
import type { DocumentStore, Caller } from '../../../kernel/index.ts'
import type { Events } from '../../events/contract.ts'
import type { Catalogue } from '../registry/type-catalogue.ts'
import type { TypeRule } from '../contract.ts'
import { typeId } from '../registry/slugs.ts'
import { typeRecords } from '../registry/type-record.ts'
import type { StoredType, TypeRecord } from '../registry/type-record.ts'
import type { Registry } from '../registry/registry.ts'
import type { VersionTrimmer } from '../registry/version-trimmer.ts'

/** What the modules of this plugin work with. */
export interface TypeParts {
  store: DocumentStore
  events: Events
  catalogue: Catalogue
  registry: Registry
  /** Slugs that no type can have. */
  reserved: Pick<ReadonlySet<string>, 'has'>
  /** Types that plugins depend on: they can be neither archived nor given another slug. */
  coreSlugs: ReadonlySet<string>
  /** Rules of other plugins. */
  rules: TypeRule[]
  /** Removes versions that a type no longer keeps. */
  trimmer: Pick<VersionTrimmer, 'schedule'>
}

/** @param owner the type that owns the collection, when it is not the type with this slug */
export function slugConflict({ slug, collection }: TypeRecord, owner?: StoredType): Conflict {
  if (owner === undefined || owner.data.slug === slug) {
    return slugInUse(`a resource type ${slug} exists already (an archived type keeps its slug)`)
  }
  return slugInUse(`${slug} and the existing resource type ${owner.data.slug} would share the collection ${collection}`)
}

const slugInUse = (message: string): Conflict =>
  new Conflict(`slug: ${message}`, { problems: [{ pointer: '/slug', code: 'not-unique', message }] })

/** The first state of a new type. */
export async function newType({ catalogue }: TypeParts, caller: Caller, record: TypeRecord): Promise<StoredType> {
  const type = typeRecords.draft(typeId(record.slug), record, { created_by: caller.id })
  return { ...type, meta: { ...type.meta, sequence_no: (await catalogue.lastNumber(record.slug)) + 1 } }
}

/** The existing type that has the slug or the collection of a new type. */
export const ownerOf = async ({ catalogue }: TypeParts, record: TypeRecord): Promise<StoredType | undefined> =>
  (await catalogue.get(record.slug)) ?? catalogue.owner(record.collection)
