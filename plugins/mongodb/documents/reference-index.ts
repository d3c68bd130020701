import type { Filter } from 'mongodb'
import type { ReferencesTarget } from '../../../lib/store-kit/document-store.ts'
import { referenceValues } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import { digest } from './field-names.ts'
import type { StoredForm } from './stored-document.ts'
import { endOfTags, tagMark } from './word-index.ts'

/*
 * The field `references` contains what a document refers to, and before that the tag of the schema by which it was found. A document with another tag
 * (the schema changed, and the background job has not yet updated the document) is a candidate of every query and is tested, as with words.
 */

/** The whole field in a collection without references. */
export const noReferences: readonly string[] = [`${tagMark}-`]

export class ReferenceIndex {
  readonly tag: string
  readonly #schema: JsonObject
  readonly #text: string

  constructor(schema: JsonObject) {
    this.#schema = schema
    this.#text = JSON.stringify(schema)
    this.tag = tagMark + digest(this.#text)
  }

  /** The field `references` of a document. */
  valuesOf(data: JsonObject): string[] {
    return [this.tag, ...referenceValues(this.#schema, data)]
  }

  /** Whether a condition is on the references by this schema. */
  isFor({ references }: ReferencesTarget): boolean {
    return references === this.#schema || JSON.stringify(references) === this.#text
  }

  /** Conditions that together find the documents of other tags, each a part of the index. */
  get others(): Filter<StoredForm>[] {
    return [
      { references: { $exists: false } },
      { references: { $elemMatch: { $gte: tagMark, $lt: endOfTags, $ne: this.tag } } },
    ]
  }

  /** Whether the job must update a document that has these references. */
  isOutdated(references: readonly string[] | undefined): boolean {
    return references?.[0] !== this.tag
  }
}
