import type { FastifyRequest } from 'fastify'
import { BadRequest, mediaType } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { readLinkedData } from '../../../lib/json-ld/index.ts'
import type { ReadOptions } from '../../../lib/json-ld/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { withFileAddresses, withFileUrns } from '../reading/file-addresses.ts'
import { keepReadOnly } from '../writing/properties.ts'
import type { ResourceService } from '../writing/service.ts'

/** A request whose body the kernel has read as JSON. */
type JsonRequest = FastifyRequest<{ Body: Json | undefined }>

/** A request to the resources of a type. */
export interface OfType {
  Params: { typeSlug: string }
  Body: Json | undefined
}

/** A request to one resource. */
export interface OfResource {
  Params: { typeSlug: string; id: string }
  Body: Json | undefined
}

/** Media types of a body that is a whole resource. */
export const writableMediaTypes = ['application/json', 'application/ld+json'] as const

/** Media types of a body that changes a resource (RFC 7396): clients that cannot send the second use the first. */
export const patchMediaTypes = ['application/merge-patch+json', 'application/json'] as const

/** A resource to be replaced by a body. */
interface Replaced {
  id: string
  /** Reads the values that a body cannot set: the standard columns, and properties that the service sets. */
  readOnly(): Promise<JsonObject>
}

/**
 * The properties in a body of any form. Their values are checked later.
 * @param replaced the resource that it replaces; absent on create
 * @throws `BadRequest` for a body that is not an object, or JSON-LD that describes another resource or cannot be read without loss
 */
export async function readBody(
  request: Pick<JsonRequest, 'body' | 'headers' | 'serviceOrigin'>,
  type: ResourceType,
  replaced?: Replaced,
): Promise<JsonObject> {
  const body = readObject(request)
  if (mediaType(request.headers['content-type'] ?? '') !== 'application/ld+json') return body
  const { serviceOrigin } = request
  const options: ReadOptions = { view: type.linkedData, compiled: type.compiled }
  if (replaced !== undefined) {
    options.id = replaced.id
    // A body repeats it as it was answered.
    options.current = withFileAddresses(type, { id: replaced.id, ...(await replaced.readOnly()) }, serviceOrigin)
  }
  return withFileUrns(type, await readLinkedData(body, options), serviceOrigin)
}

/** The body of a request that must be an object: properties, or a patch of them. */
export function readObject({ body }: Pick<JsonRequest, 'body'>): JsonObject {
  if (isObject(body)) return body
  throw new BadRequest('the body must be a JSON object: the properties of the resource', {
    code: 'validation-failed',
    problems: [{ pointer: '', code: 'type', message: 'must be an object' }],
  })
}

/** The values of an active resource that a body cannot set: the standard columns, and the properties that the service sets. */
export async function readOnlyValues(
  service: ResourceService,
  caller: Caller,
  type: ResourceType,
  id: string,
): Promise<JsonObject> {
  const { document, meta } = await service.current(caller, type, id)
  return keepReadOnly(type, readData(document), { ...meta })
}
