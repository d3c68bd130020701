import { Conflict } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import type { TypeRule } from './contract.ts'
import type { Events } from '../events/contract.ts'
import type { Catalogue } from './catalogue.ts'
import type { StoredType, TypeRecord } from './record.ts'
import type { Registry } from './registry.ts'

/** What the parts of this plugin work with. */
export interface TypeParts {
  store: DocumentStore
  events: Events
  catalogue: Catalogue
  registry: Registry
  /** Slugs that no type may have. */
  reserved: Pick<ReadonlySet<string>, 'has'>
  /** Rules of other plugins. */
  rules: TypeRule[]
}

/** @param owner the type that has the collection, when it is not the one with the slug itself */
export function taken({ slug, collection }: TypeRecord, owner?: StoredType): Conflict {
  if (owner === undefined || owner.record.slug === slug) {
    return new Conflict(`slug: a resource type ${slug} exists already (an archived type keeps its slug)`)
  }
  return new Conflict(
    `slug: ${slug} and the existing resource type ${owner.record.slug} would share the collection ${collection}`,
  )
}
