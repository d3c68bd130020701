import { BadRequest } from '../../../kernel/index.ts'
import { quote } from '../../../lib/query/index.ts'
import { instantKey } from '../../../lib/store-kit/index.ts'
import type { TokenBody } from '../schemas.ts'
import type { TokenRecord } from './record.ts'

/** What the body of a new token says. @throws `BadRequest` when the name is empty, or it would be over before it begins */
export function readTokenBody({
  name,
  type_slugs = null,
  actions = null,
  expires_at = null,
}: TokenBody): Pick<TokenRecord, 'name' | 'type_slugs' | 'actions' | 'expires_at'> {
  if (name.trim() === '') throw new BadRequest('name: must say what the token is for')
  return { name: name.trim(), type_slugs, actions, expires_at: expires_at === null ? null : readExpiry(expires_at) }
}

function readExpiry(text: string): string {
  const moment = Date.parse(text.toUpperCase())
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)T/i.exec(text) ?? []
  const exists = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (instantKey(text) === undefined || Number.isNaN(moment) || !exists) {
    throw new BadRequest(`expires_at: must be a date-time (RFC 3339) such as 2030-01-31T12:00:00Z, not ${quote(text)}`)
  }
  if (moment <= Date.now()) throw new BadRequest('expires_at: must be in the future')
  return new Date(moment).toISOString()
}
