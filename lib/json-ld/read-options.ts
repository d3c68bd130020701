import type { Json, JsonObject } from '../json/types.ts'
import type { CompiledSchema } from '../json-schema/compiled-schema.ts'
import type { LinkedDataView } from './view.ts'
import { BadRequest } from '../errors/index.ts'

/** What a body is read against. */
export interface ReadOptions {
  view: LinkedDataView
  compiled: Pick<CompiledSchema, 'resolve' | 'open' | 'readOnly'>
  /** The address's id, in full; absent on create. */
  id?: string
  /** Read-only values as they are stored; a property that repeats one of them is left out of the result. */
  current?: JsonObject
}

/** @throws BadRequest when a node names another resource than the address does */
export function checkId(nodeId: Json | undefined, id: string | undefined): void {
  if (nodeId === undefined || nodeId === id) return
  throw new BadRequest(
    id === undefined
      ? '@id: is given by the service, not by a body'
      : '@id: must be the id of the resource at this address',
  )
}
