import { api, value } from '../transport/client.ts'
import type { Answer, Listed } from '../transport/client.ts'
import { everyItem } from '../transport/page.ts'

/** The OpenAPI document from which a part of the service is generated. */
export type ApiDocument = NonNullable<Answer<'/api/openapi/document', 'get'>['document']>

/** An operation of the OpenAPI document. */
export type ApiOperation = Listed<'/api/openapi/operations'>

/** @returns null when the service has no document */
export const getApiDocument = async (): Promise<ApiDocument | null> =>
  (await value(api.GET('/api/openapi/document'))).document

/** List every operation, by path and method. */
export const listApiOperations = (): Promise<ApiOperation[]> =>
  everyItem(cursor => value(api.GET('/api/openapi/operations', { params: { query: { limit: 1000, cursor } } })))
