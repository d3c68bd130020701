import { api, value } from '../transport/client.ts'
import type { Answer, Listed } from '../transport/client.ts'
import { everyItem } from '../transport/page.ts'

/** The OpenAPI document that a part of the service is built from. */
export type ApiDocument = NonNullable<Answer<'/api/openapi/document', 'get'>['document']>

/** An operation of that document. */
export type ApiOperation = Listed<'/api/openapi/operations'>

/** @returns null without a document */
export const getApiDocument = async (): Promise<ApiDocument | null> =>
  (await value(api.GET('/api/openapi/document'))).document

/** Every operation, by path and method. */
export const listApiOperations = (): Promise<ApiOperation[]> =>
  everyItem(cursor => value(api.GET('/api/openapi/operations', { params: { query: { limit: 1000, cursor } } })))
