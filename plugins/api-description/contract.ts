import type { JsonObject } from '../../lib/json/index.ts'

/** What a plugin adds to the description of the service (OpenAPI 3.1). */
export interface IncludedDocument {
  /** Its own metadata, and the prefix of its paths. */
  info: { title: string; version: string; description: string; prefix: string }
  /** Members of the root: tags and extensions. */
  root: JsonObject
  /** Its path items by path, with the prefix. */
  paths: JsonObject
  /** Its components by section. Names that a type or the service can use are not allowed. */
  components: Record<string, JsonObject>
  /** The operation ids that it uses; those of the service are changed if they collide. */
  operationIds: ReadonlySet<string>
}

/** The description of the service at `/api/openapi.json`. Provided by the plugin `api-description`. */
export interface ApiDescription {
  /** Add the document from which a part of the service is built, before the first request for the description. */
  include(included: IncludedDocument): void
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    apiDescription: ApiDescription
  }
}
