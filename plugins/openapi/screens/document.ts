import { api, value } from '../../../admin/src/index.ts'
import type { Answer } from '../../../admin/src/index.ts'

/** The OpenAPI document from which a part of the service is generated. */
export type ApiDocument = NonNullable<Answer<'/api/openapi/document', 'get'>['document']>

/** @returns null when the service has no document */
export const getApiDocument = async (): Promise<ApiDocument | null> =>
  (await value(api.GET('/api/openapi/document'))).document
