import { BadRequest } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'

/** The role that may do everything. */
export const administrator = 'admin'
/** The roles that always exist. */
export const lasting: readonly string[] = [administrator, 'member']

const rolePattern = /^[a-z][a-z0-9_-]{0,62}$/
const reserved = new Set(Object.getOwnPropertyNames(Object.prototype))

/** What is wrong with a text as the name of a role, if anything. */
export function roleFault(name: string): string | undefined {
  if (reserved.has(name)) return `${quote(name)} is reserved`
  if (rolePattern.test(name)) return undefined
  return `${quote(name)} is no name of a role: a lower-case letter, then at most 62 of a-z 0-9 _ -`
}

/** @throws BadRequest naming the role unless it is one of these */
export function checkRole(field: string, role: string, roles: readonly string[]): void {
  if (!roles.includes(role)) throw new BadRequest(`${field}: there is no role ${quote(role)}`)
}
