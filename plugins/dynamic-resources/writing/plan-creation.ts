import { BadRequest, Conflict, ServiceError, NotFound } from '../../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../../kernel/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { NewResource } from '../contract.ts'
import { Write, readChange } from './write.ts'
import type { CompleteChange, WriteParts } from './write.ts'
import { findDuplicates } from './find-duplicates.ts'
import { arrangeOperations } from './scope.ts'

interface PlannedCreation {
  index: number
  type: ResourceType
  change: CompleteChange
}

/** Plan the creation of resources of several types for one write; see `Resources.planCreation`. */
export async function planCreation(
  parts: WriteParts,
  caller: Caller,
  resources: readonly NewResource[],
  changedTypes: readonly ResourceType[],
): Promise<WriteOperation[]> {
  const types = await typesOf(parts, resources, changedTypes)
  const write = new Write(parts, caller, 1, changedTypes)
  const planned: PlannedCreation[] = []
  for (const [index, resource] of resources.entries()) {
    const type = types.get(resource.type_slug)
    await at(index, async () => {
      if (type?.status !== 'active') throw new Conflict(`there is no resource type ${resource.type_slug}`)
      const wanted = readChange(type, parts.mode, { op: 'create', data: resource.data })
      const change = await write.plan({ ...wanted, type, current: undefined, id: resource.id })
      planned.push({ index, type, change })
    })
  }
  await refuseDuplicates(write, planned)
  const inForce = [...types.values()].filter(({ slug }) => !write.changedTypes.has(slug))
  return [
    ...arrangeOperations(planned.flatMap(({ change }) => change.operations)),
    ...inForce.map(type => parts.registry.check(type)),
  ]
}

/** The types of the resources: those of the store, or those that the same write creates or changes. */
async function typesOf(
  { registry }: WriteParts,
  resources: readonly NewResource[],
  changedTypes: readonly ResourceType[],
): Promise<Map<string, ResourceType>> {
  const types = new Map<string, ResourceType>()
  for (const slug of new Set(resources.map(({ type_slug }) => type_slug))) {
    const type = changedTypes.find(one => one.slug === slug) ?? (await registry.reload(slug))
    if (type !== undefined) types.set(slug, type)
  }
  return types
}

/** Check before the write which value is already in use; the store could not say for which resource. */
async function refuseDuplicates(
  { parts, caller, changedTypes }: Write,
  planned: readonly PlannedCreation[],
): Promise<void> {
  for (const type of new Set(planned.map(one => one.type))) {
    if (type.sequence_no === 1 && changedTypes.has(type.slug)) continue
    const ofType = planned.filter(one => one.type === type)
    const [duplicate] = await findDuplicates(parts.store, type, caller.account_id, ofType)
    if (duplicate !== undefined) throw refusalOf(duplicate.planned.index, duplicate.error)
  }
}

async function at(index: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof ServiceError ? refusalOf(index, error) : error
  }
}

function refusalOf(index: number, error: ServiceError): ServiceError {
  const { message, code, problems } = error
  const options = { code, problems, part: index }
  if (error instanceof BadRequest) return new BadRequest(message, options)
  return error instanceof Conflict || error instanceof NotFound ? new Conflict(message, options) : error
}
