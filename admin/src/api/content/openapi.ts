import { api, value } from '../transport/client.ts'
import { everyItem } from '../transport/page.ts'

/** The OpenAPI document that a part of the service is built from. */
export interface ApiDocument {
  /** Name of the file. */
  file: string
  title: string
  version: string
  description: string
  /** Under which its paths are mounted. */
  prefix: string
  /** The resource types that come from it. */
  type_slugs: string[]
}

/** An operation of that document. */
export interface ApiOperation {
  method: string
  /** Where it is served. */
  path: string
  operation_id: string
  summary: string
  /** Null where nothing answers it. */
  controller: string | null
  middleware: string[]
  type_slug: string | null
  public: boolean
}

/** @returns null without a document */
export const getApiDocument = async (): Promise<ApiDocument | null> =>
  (await value(api.GET('/api/openapi/document'))).document

/** Every operation, by path and method. */
export const listApiOperations = (): Promise<ApiOperation[]> =>
  everyItem(cursor =>
    value(
      api.GET('/api/openapi/operations', {
        params: { query: { limit: 1000, ...(cursor !== undefined && { cursor }) } },
      }),
    ),
  )
