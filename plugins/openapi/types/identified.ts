import { isObject } from '../../../lib/json/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { RequiredContracts } from '../../../kernel/index.ts'
import { IdentifierGenerator, identifierBehaviour, numberRecords } from '../items/identifiers.ts'
import type { IdentifiedType } from '../items/identifiers.ts'
import { Items } from '../items/items.ts'
import type { ItemContracts } from '../items/items.ts'
import type { Generated } from '../schemas/identifier.ts'
import { identifierKeyword } from '../schemas/stored-schema.ts'

/**
 * Keep identifiers unique in all types that were created from a document, and generate missing ones: also in types that the current document
 * does not name, so that they can return to it.
 */
export async function keepIdentifiers(contracts: ItemContracts & RequiredContracts<'documentStore'>): Promise<void> {
  const { documentStore: store, typeRegistry, resources } = contracts
  const types = (await typeRegistry.all()).flatMap(identifiedType)
  if (types.length === 0) return
  await store.define(numberRecords.definition)
  const items = new Items(contracts)
  resources.addBehaviour(identifierBehaviour(types, items, new IdentifierGenerator(store, items)))
}

function identifiedType({ slug, schema }: ResourceType): IdentifiedType[] {
  const identifier = schema?.[identifierKeyword]
  if (!isObject(identifier)) return []
  const parts = Object.entries(identifier).map(([property, generated]) => ({
    property,
    generated: readGenerated(generated),
  }))
  return parts.length === 0 ? [] : [{ slug, identifier: parts }]
}

/** An administrator can have written any value there. */
const readGenerated = (value: unknown): Generated =>
  value === 'ksuid' || value === 'uuid' || value === 'number' ? value : undefined
