import { BadRequest, Conflict, ServiceError, NotFound } from '../../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../../kernel/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { NewResource } from '../contract.ts'
import { checkData, checkProperties } from '../service/properties.ts'
import { planChange } from '../service/plan-change.ts'
import type { Plan, Planner } from '../service/plan-change.ts'
import { findDuplicates } from '../service/find-duplicates.ts'
import { arrangeOperations } from './arrange-operations.ts'
import { PendingWrite } from './pending-write.ts'

interface PlannedCreation {
  index: number
  type: ResourceType
  plan: Plan
}

/** Plan the creation of resources of several types for one write; see `Resources.planCreation`. */
export async function planCreation(
  planner: Planner,
  caller: Caller,
  resources: readonly NewResource[],
  coming: readonly ResourceType[],
): Promise<WriteOperation[]> {
  const types = await typesOf(planner, resources, coming)
  const pending = new PendingWrite(planner, caller, 1, coming)
  const planned: PlannedCreation[] = []
  for (const [index, resource] of resources.entries()) {
    const type = types.get(resource.type_slug)
    await at(index, async () => {
      if (type?.status !== 'active') throw new Conflict(`there is no resource type ${resource.type_slug}`)
      planned.push({ index, type, plan: await planOne(planner, caller, pending, type, resource) })
    })
  }
  await refuseDuplicates(planner, caller, planned, pending)
  const inForce = [...types.values()].filter(({ slug }) => !pending.coming.has(slug))
  return [
    ...arrangeOperations(planned.flatMap(({ plan }) => plan.operations)),
    ...inForce.map(type => planner.registry.check(type)),
  ]
}

async function planOne(
  planner: Planner,
  caller: Caller,
  pending: PendingWrite,
  type: ResourceType,
  { id, data: body }: NewResource,
): Promise<Plan> {
  const data = checkProperties(type, body)
  checkData(type, data)
  return planChange(planner, { action: 'create', type, caller, current: undefined, data, id, pending })
}

/** The types of the resources: those of the store, or those that the same write creates or changes. */
async function typesOf(
  { registry }: Planner,
  resources: readonly NewResource[],
  coming: readonly ResourceType[],
): Promise<Map<string, ResourceType>> {
  const types = new Map<string, ResourceType>()
  for (const slug of new Set(resources.map(({ type_slug }) => type_slug))) {
    const type = coming.find(one => one.slug === slug) ?? (await registry.reload(slug))
    if (type !== undefined) types.set(slug, type)
  }
  return types
}

/** Check before the write which value is already in use; the store could not say for which resource. */
async function refuseDuplicates(
  { store }: Planner,
  { account_id }: Caller,
  planned: readonly PlannedCreation[],
  { coming }: PendingWrite,
): Promise<void> {
  for (const type of new Set(planned.map(one => one.type))) {
    if (type.sequence_no === 1 && coming.has(type.slug)) continue
    const ofType = planned.filter(one => one.type === type)
    const [duplicate] = await findDuplicates(store, type, account_id, ofType)
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
