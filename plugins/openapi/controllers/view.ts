import { BadRequest, NotFound, Unauthorized, etagOf, isNotModified, tagOfClient } from '../../../kernel/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { Controller, Item, OperationContext, OperationItem, OperationServices } from '../contract.ts'
import { answerItem, hasIdentifier, identifierIn, itemOf, requireItem } from './answers.ts'

/** GET of one item by its identifier, or with `use_entity_id=true` by the id of its resource; with `sequence_no` in an earlier version. */
export const viewController: Controller = {
  name: 'ViewController',
  access: { action: 'odrl:read', of: 'item' },
  freesIdentifier: 'use_entity_id',
  queryParameters: { use_entity_id: { type: 'boolean' }, sequence_no: { type: 'integer', minimum: 1 } },
  methods: ['get', 'head'],
  fits(operation) {
    if (operation.answer !== 'item' || operation.item === undefined) return 'the answer is no reference to a schema'
    return hasIdentifier(operation)
  },
  attach(operation, services) {
    const item = itemOf(operation)
    const { access, items, references } = services
    return async context => {
      const { caller, request, values } = context
      if (operation.isPublic && values['sequence_no'] !== undefined) {
        throw new Unauthorized('former states of an item are not open to everybody')
      }
      const found = await requireItem(access, caller, 'odrl:read', item.slug, await findItem(item, context, services))
      const shown = await versionOf(context, found, item, items)
      const etag = etagOf(shown.id, shown.sequence_no)
      if (isNotModified(request, etag)) return { status: 304, headers: { etag: tagOfClient(request, etag) } }
      return answerItem(await references.show(caller, item.slug, shown), item)
    }
  },
}

async function findItem(item: OperationItem, context: OperationContext, { items, references }: OperationServices) {
  const { caller, values } = context
  if (values['use_entity_id'] !== true) {
    return items.find(caller, item, await references.resolve(caller, item.slug, identifierIn(item, context)))
  }
  const { valueName = '' } = item.identifier.at(-1) ?? {}
  const id = values[valueName]
  if (typeof id !== 'string')
    throw new BadRequest(`${valueName} is required: with use_entity_id it is the id of the item`)
  return items.get(caller, item, toUrn(item.slug, id))
}

async function versionOf(
  { caller, values }: OperationContext,
  found: Item,
  item: OperationItem,
  items: OperationServices['items'],
): Promise<Item> {
  const wanted = values['sequence_no']
  if (wanted === undefined) return found
  if (typeof wanted !== 'number' || wanted < 1) throw new BadRequest('sequence_no must be a whole number from 1')
  const version = await items.version(caller, item, found.id, wanted)
  if (version === undefined) throw new NotFound(`the item has no version ${wanted}`)
  return version
}
