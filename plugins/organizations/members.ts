import { BadRequest, NotFound } from '../../kernel/index.ts'
import type { Access, Caller, StoredDocument } from '../../kernel/index.ts'
import { getOwn } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { textCondition } from '../../lib/store-kit/index.ts'
import type { PageRequest, ResourcePage, ResourceReader, Resources } from '../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../types/contract.ts'

/** The parts that members use. */
export interface MemberParts {
  resources: Resources
  resourceReader: ResourceReader
  typeRegistry: TypeRegistry
  access: Access
}

/** The property of a person that lists their organizations. */
const property = 'memberOf'

/** A page of the persons in an organization. Throws `NotFound` when the organization does not exist. */
export async function listMembers(
  { resources, resourceReader: reader, typeRegistry }: MemberParts,
  caller: Caller,
  organizationId: string,
  page: Pick<PageRequest, 'limit' | 'cursor' | 'count'>,
): Promise<ResourcePage> {
  await resources.get(caller, 'organization', organizationId)
  const conditions = [textCondition(property, 'eq', organizationId)]
  const person = await typeRegistry.active('person')
  const selection = await reader.select(reader.callerScope(caller), person, { conditions })
  return selection.page({ ...page, list: 'members' })
}

/**
 * Make a person a member; does nothing for an existing member.
 * @throws `NotFound` for an unknown organization, `BadRequest` for an unknown person, `Forbidden` when the caller cannot change the person
 */
export async function addMember(
  { resources, access }: MemberParts,
  caller: Caller,
  organizationId: string,
  personId: string,
): Promise<StoredDocument> {
  await resources.get(caller, 'organization', organizationId)
  await access.authorize(caller, 'odrl:modify', 'person', personId)
  try {
    const { document } = await resources.writeOne(caller, {
      op: 'edit',
      type: 'person',
      id: personId,
      edit(data) {
        const memberships = membershipsOf(data)
        if (memberships.includes(organizationId)) return undefined
        return { data: { ...data, [property]: [...memberships, organizationId] } }
      },
    })
    return document
  } catch (error) {
    if (error instanceof NotFound) throw new BadRequest('person_id: there is no such person')
    throw error
  }
}

/**
 * End the membership of a person.
 * @throws `NotFound` for an unknown organization, person or membership, `Forbidden` when the caller cannot change the person
 */
export async function removeMember(
  { resources, access }: MemberParts,
  caller: Caller,
  organizationId: string,
  personId: string,
): Promise<void> {
  await resources.get(caller, 'organization', organizationId)
  await access.authorize(caller, 'odrl:modify', 'person', personId)
  await resources.writeOne(caller, {
    op: 'edit',
    type: 'person',
    id: personId,
    edit({ ...data }) {
      const memberships = membershipsOf(data)
      const left = memberships.filter(one => one !== organizationId)
      if (left.length === memberships.length) throw new NotFound('this person is no member of the organization')
      if (left.length > 0) return { data: { ...data, [property]: left } }
      delete data[property]
      return { data }
    },
  })
}

function membershipsOf(data: JsonObject): Json[] {
  const value = getOwn(data, property)
  return Array.isArray(value) ? value : []
}
