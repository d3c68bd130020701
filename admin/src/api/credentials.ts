import { api, value } from './client.ts'
import type { Page } from './page.ts'
import { send } from './send.ts'

/** An API token; the text of it is shown only when it is made. */
export interface Token {
  id: string
  name: string
  /** Null: every type. */
  type_slugs: string[] | null
  /** Null: everything that its user may do. */
  actions: string[] | null
  expires_at: string | null
  created_at: string
  last_used_at: string | null
}

/** What a token is to be. */
export type NewToken = Pick<Token, 'name' | 'type_slugs' | 'actions' | 'expires_at'>

/** Somebody signed in somewhere. */
export interface Session {
  id: string
  created_at: string
  last_seen_at: string
  expires_at: string
  user_agent: string
  /** The one that asks. */
  current: boolean
}

const query = (cursor: string | undefined): { cursor?: string; limit: number } => ({
  ...(cursor !== undefined && { cursor }),
  limit: 50,
})

/** One's own. */
export const listTokens = async (cursor?: string): Promise<Page<Token>> =>
  (await (await send('GET', '/api/auth/tokens', { query: query(cursor) })).json()) as Page<Token> // the list envelope

/** @returns the token with its text, this one time */
export const createToken = async (body: NewToken): Promise<Token & { token: string }> =>
  (await (await send('POST', '/api/auth/tokens', { body })).json()) as Token & { token: string } // by the document

export async function revokeToken(id: string): Promise<void> {
  await send('DELETE', `/api/auth/tokens/${encodeURIComponent(id)}`)
}

/** One's own. */
export const listSessions = (cursor?: string): Promise<Page<Session>> =>
  value(api.GET('/api/auth/sessions', { params: { query: query(cursor) } })) as Promise<Page<Session>>

export async function endSession(id: string): Promise<void> {
  await send('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`)
}
