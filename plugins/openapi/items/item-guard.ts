import type { FastifyRequest } from 'fastify'
import type { JsonObject } from '../../../lib/json/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { Item, OperationServices } from '../contract.ts'
import { identifierIn, requireItem } from '../controllers/answers.ts'
import type { PlannedRoute } from '../plan.ts'
import { pluginName } from '../registered.ts'

/** Rights on the item in a request, checked before anything else in the request is reported. */
export interface ItemGuard {
  /** Called before the body is read; undefined if there is no body to wait for and the controller checks anyway. */
  admit: ((request: FastifyRequest) => Promise<void>) | undefined
  /** The item that was found when the request was admitted. */
  found: (request: FastifyRequest) => Item | undefined
  /** Throw the error in the parameters of a request, or Forbidden if the caller does not have the right on any item. */
  explain: (request: FastifyRequest, error: unknown) => Promise<never>
}

/** The guard of an operation. */
export function itemGuard(
  { controller, item, security, bodyTypes, links }: PlannedRoute,
  { access, items, references }: OperationServices,
  readValues: (request: FastifyRequest) => Readonly<JsonObject>,
): ItemGuard {
  const wanted = controller?.access
  if (wanted?.of !== 'item' || item === undefined || security.isPublic) {
    return {
      admit: undefined,
      found: () => undefined,
      explain: async (_request, error) => {
        throw error
      },
    }
  }
  const { action } = wanted
  const admitted = new WeakMap<FastifyRequest, Item>()
  const explain = async (request: FastifyRequest, error: unknown): Promise<never> => {
    await access.authorize(request.caller, action, item.slug, toUrn(item.slug, 'none'))
    throw error
  }
  const admit = async (request: FastifyRequest): Promise<void> => {
    let identifier: JsonObject
    try {
      identifier = identifierIn(item, { values: { ...readValues(request) } })
    } catch (error) {
      return explain(request, error)
    }
    identifier = await references.resolve(request.caller, item.slug, identifier)
    const found = await items.find(request.caller, await items.type(item.slug), identifier)
    admitted.set(request, await requireItem(access, request.caller, action, item.slug, found))
  }
  const asksItself = links.at(-1)?.plugin === pluginName
  return {
    admit: bodyTypes.size === 0 && asksItself ? undefined : admit,
    found: request => admitted.get(request),
    explain,
  }
}
