import { api, requests, value } from '../../../admin/src/index.ts'
import type { Listed } from '../../../admin/src/index.ts'

/** An API token; its text is shown only after creation. */
export type Token = Listed<'/api/auth/tokens'>

/** The body of a request that creates a token. */
type NewToken = Pick<Token, 'name' | 'type_slugs' | 'actions' | 'expires_at'>

/** A session of the user; `current` is the one that sends the request. */
export type Session = Listed<'/api/auth/sessions'>

const page = (cursor: string | undefined) => ({ params: { query: { cursor, limit: 50 } } })

/** List the tokens of the user. */
export const listTokens = (cursor?: string) => value(api.GET('/api/auth/tokens', page(cursor)))

/** Create a token. @returns the token with its text, which cannot be read again */
export const createToken = (body: NewToken): Promise<Token & { token: string }> =>
  value(api.POST('/api/auth/tokens', { body }))

export async function revokeToken(id: string): Promise<void> {
  await requests.send('DELETE', `/api/auth/tokens/${encodeURIComponent(id)}`)
}

/** List the sessions of the user. */
export const listSessions = (cursor?: string) => value(api.GET('/api/auth/sessions', page(cursor)))

export async function endSession(id: string): Promise<void> {
  await requests.send('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`)
}
