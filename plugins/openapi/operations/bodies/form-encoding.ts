import { isObject } from '../../../../lib/json/index.ts'
import type { JsonObject } from '../../../../lib/json/index.ts'
import { pointTo } from '../../document/problem.ts'
import { follow } from '../../document/references.ts'
import { keysByType } from './media-types.ts'
import { readStyle } from '../parameters/styles.ts'
import type { Style } from '../parameters/styles.ts'

/** The encoding of a property of a form (https://spec.openapis.org/oas/v3.0.3#encoding-object). */
export interface PropertyEncoding {
  /** Media types of a part, which can be ranges such as `image/*`; undefined if the document names none. */
  contentTypes: readonly string[] | undefined
  /** The style in urlencoded forms; undefined if the document names none. */
  style: Style | undefined
  explode: boolean | undefined
}

/** Encodings by property. */
export type FormEncoding = ReadonlyMap<string, PropertyEncoding>

/**
 * Read the `encoding` of each media type of a body.
 * @param pointer pointer of the Request Body Object
 * @throws ProblemAt
 */
export function readEncodings(document: JsonObject, pointer: string): Map<string, FormEncoding> {
  const { pointer: at, value } = follow(document, pointer)
  const content = isObject(value['content']) ? value['content'] : {}
  return new Map(
    [...keysByType(content)].map(([type, key]) => {
      const media = content[key]
      const encoding = isObject(media) && isObject(media['encoding']) ? media['encoding'] : {}
      const properties = new Map(
        Object.entries(encoding).map(([name, one]) => [
          name,
          readEncoding(isObject(one) ? one : {}, pointTo(at, 'content', key, 'encoding', name)),
        ]),
      )
      return [type, properties] as const
    }),
  )
}

function readEncoding({ contentType, style, explode }: JsonObject, pointer: string): PropertyEncoding {
  return {
    contentTypes:
      typeof contentType === 'string' ? contentType.split(',').map(one => one.trim().toLowerCase()) : undefined,
    style: style === undefined ? undefined : readStyle('query', style, pointTo(pointer, 'style')),
    explode: typeof explode === 'boolean' ? explode : undefined,
  }
}
