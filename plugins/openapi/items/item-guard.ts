import type { FastifyRequest } from 'fastify'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { Item, OperationServices } from '../contract.ts'
import { identifierIn, requireItem } from '../controllers/answers.ts'
import type { PlannedRoute } from '../plan.ts'
import { pluginName } from '../registered.ts'

/** The values of a request, and the item that was found when it was admitted. */
export interface AdmittedRequest {
  values: Record<string, Json>
  found?: Item
}

/** Rights on the item in a request, checked before anything else in the request is reported. */
export interface ItemGuard {
  /** Called before the body is read; undefined if there is no body to wait for and the controller checks anyway. */
  admit: ((request: FastifyRequest) => Promise<void>) | undefined
  /** @throws the error in the parameters of a request, or Forbidden if the caller does not have the right on any item */
  read: (request: FastifyRequest) => AdmittedRequest | Promise<AdmittedRequest>
}

/** The guard of an operation. */
export function itemGuard(
  { controller, item, security, bodyTypes, links }: PlannedRoute,
  { access, items, references }: OperationServices,
  readValues: (request: FastifyRequest) => Record<string, Json>,
): ItemGuard {
  const wanted = controller?.access
  if (wanted?.of !== 'item' || item === undefined || security.isPublic) {
    return { admit: undefined, read: request => ({ values: readValues(request) }) }
  }
  const { action } = wanted
  const admitted = new WeakMap<FastifyRequest, AdmittedRequest>()
  const explain = async (request: FastifyRequest, error: unknown): Promise<never> => {
    await access.authorize(request.caller, action, item.slug, toUrn(item.slug, 'none'))
    throw error
  }
  const admit = async (request: FastifyRequest): Promise<void> => {
    let values: Record<string, Json>
    let identifier: JsonObject
    try {
      values = readValues(request)
      identifier = identifierIn(item, { values })
    } catch (error) {
      return explain(request, error)
    }
    identifier = await references.resolve(request.caller, item.slug, identifier)
    const found = await items.find(request.caller, item, identifier)
    admitted.set(request, { values, found: await requireItem(access, request.caller, action, item.slug, found) })
  }
  const asksItself = links.at(-1)?.plugin === pluginName
  return {
    admit: bodyTypes.size === 0 && asksItself ? undefined : admit,
    read(request) {
      try {
        return admitted.get(request) ?? { values: readValues(request) }
      } catch (error) {
        return explain(request, error)
      }
    },
  }
}
