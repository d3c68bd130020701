import { BadRequest } from '../../../kernel/index.ts'
import { compileMarkedMembers, isSecretMark } from '../../../lib/json-schema/index.ts'
import type { MarkedMembers } from '../../../lib/json-schema/index.ts'
import { readFilterParameter } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { SiteQuery } from '../contract.ts'
import { isPerson } from './schema-org.ts'
import { memoizeByObject } from '../../../lib/json/index.ts'

/** The properties of a type that the site never shows or uses: `x-private`, and what is shown nowhere (`writeOnly`, `format: password`). */
export const privateMembers = memoizeByObject(({ schema }: ResourceType): MarkedMembers =>
  compileMarkedMembers(schema, isPrivate),
)

const isPrivate: Parameters<typeof compileMarkedMembers>[1] = keywords =>
  keywords['x-private'] === true || isSecretMark(keywords)

/** Whether the site never shows a property. @param path from the root of the data */
export const isHiddenMember = (type: ResourceType, path: readonly string[]): boolean =>
  (isPerson(type) && path[0] === 'email') || privateMembers(type).includes(path)

/** Hidden properties cannot be used in queries either: the answer would reveal them. @throws `BadRequest` */
export function checkPublicFields(type: ResourceType, parameters: SiteQuery['parameters']): void {
  for (const [name, value] of parameters) {
    const field = name === 'sort_by' || name === 'filter_field' ? value : (readFilterParameter(name)?.field ?? '')
    if (name === 'q' && (isPerson(type) || !privateMembers(type).isEmpty))
      throw new BadRequest(`${name}: the site does not search in resources with private properties`)
    checkField(type, name, field)
  }
}

/** @throws `BadRequest` for a hidden property */
export function checkField(type: ResourceType, parameter: string, field: string): void {
  if (isHiddenMember(type, field.split('.')))
    throw new BadRequest(`${parameter}: ${field} is private, the site does not use it`)
}
