import { NotFound } from '../../../kernel/index.ts'
import type { StoredDocument } from '../../../kernel/index.ts'
import { presentRow } from '../../../lib/store-kit/index.ts'
import type { Perspective } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/** The type with the rows that a reader sees: the one place that maps a collection to a set. A type without `x-drafts` is the same in both. */
export function setOf(type: ResourceType, perspective: Perspective = 'published'): ResourceType {
  const { drafts } = type
  if (drafts === undefined) return type
  return perspective === 'draft' ? drafts.draft : drafts.published
}

/** The type itself. */
export const typeOfSet = (type: ResourceType): ResourceType => type.set?.of ?? type

/** A row of a type as readers see it. */
export const presented = ({ set }: Pick<ResourceType, 'set'>, document: StoredDocument): StoredDocument =>
  set === undefined || 'tag' in document ? document : presentRow(set.perspective, document)

/** The part of an entity tag that publication changes; undefined for types without drafts. */
export const tagOf = (document: StoredDocument): string | undefined =>
  'tag' in document && typeof document.tag === 'string' ? document.tag : undefined

/** What a reader of what is public gets for a resource that may be a draft. */
export const notPublished = (): NotFound =>
  new NotFound('there is no such resource, or it is not published (perspective=draft)', {
    problems: [
      {
        pointer: '',
        code: 'not-published',
        message: 'resources of this type are drafts until they are published; ask with perspective=draft',
      },
    ],
  })
