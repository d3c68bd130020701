import { api, send, value } from '../../../admin/src/index.ts'
import type { Listed, Page } from '../../../admin/src/index.ts'

/** An API token; its text is shown only when it is made. */
export type Token = Listed<'/api/auth/tokens'>

/** What a token is to be. */
export type NewToken = Pick<Token, 'name' | 'type_slugs' | 'actions' | 'expires_at'>

/** Somebody signed in somewhere; `current` is the one that asks. */
export type Session = Listed<'/api/auth/sessions'>

const page = (cursor: string | undefined) => ({ params: { query: { cursor, limit: 50 } } })

/** One's own. */
export const listTokens = (cursor?: string): Promise<Page<Token>> => value(api.GET('/api/auth/tokens', page(cursor)))

/** @returns the token with its text, this one time */
export const createToken = (body: NewToken): Promise<Token & { token: string }> =>
  value(api.POST('/api/auth/tokens', { body }))

export async function revokeToken(id: string): Promise<void> {
  await send('DELETE', `/api/auth/tokens/${encodeURIComponent(id)}`)
}

/** One's own. */
export const listSessions = (cursor?: string): Promise<Page<Session>> =>
  value(api.GET('/api/auth/sessions', page(cursor)))

export async function endSession(id: string): Promise<void> {
  await send('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`)
}
