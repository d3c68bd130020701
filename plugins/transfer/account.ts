import { type ApiClient } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'

/** The account that rows go to: part of what the ids of rows are made from. */
export async function accountOf(api: ApiClient): Promise<string> {
  if (api.account !== undefined) return api.account
  const answer = await api.request('GET', '/api/auth/me', { accept: [400, 401, 403, 404] })
  const account = isObject(answer.body) ? answer.body['account_id'] : undefined
  return typeof account === 'string' ? account : 'urn:account:default'
}
