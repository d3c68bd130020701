import type { JsonObject } from '../../lib/json/index.ts'

/** What a plugin adds to the description of the service (OpenAPI 3.1). */
export interface IncludedDocument {
  /** Its own metadata, and the prefix of its paths. */
  info: { title: string; version: string; description: string; prefix: string }
  /** Members of the root: tags and extensions. */
  root: JsonObject
  /** Its path items by path, with the prefix. */
  paths: JsonObject
  /** Its components by section. */
  components: Record<string, JsonObject>
}

/** The name of a component in the description of the service, by its section and its name in the document. */
export type ComponentNames = (section: string, name: string) => string

/** The description of the service at `/api/openapi.json`. Provided by the plugin `api-description`. */
export interface ApiDescription {
  /**
   * Add the document from which a part of the service is built, before the first request for the description.
   * @param describe called when the description is made, with the names of the document's components there
   */
  include(describe: (nameOf: ComponentNames) => IncludedDocument): void
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    apiDescription: ApiDescription
  }
}
