import type { DocumentMeta } from './document-store.ts'

/** The account of documents that all accounts share: types, settings, users. */
export const sharedAccount = 'urn:account:shared'

/** The input for the standard columns of a new document. */
export interface NewMeta {
  type_slug: string
  /** URN of the user who creates it. */
  created_by: string
  /** Default: {@link sharedAccount}. */
  account_id?: string
  /** RFC 3339 in UTC with milliseconds. Default: now. */
  created_at?: string
}

/** The standard columns of a new document: active, version 1. */
export function firstMeta({ type_slug, created_by, account_id = sharedAccount, created_at }: NewMeta): DocumentMeta {
  const time = created_at ?? timestamp()
  return {
    type_slug,
    status: 'active',
    created_by,
    account_id,
    sequence_no: 1,
    created_at: time,
    updated_at: time,
  }
}

/**
 * The standard columns of the version after this one.
 * @param changes columns that change besides `sequence_no` and `updated_at`
 */
export const nextMeta = (meta: DocumentMeta, changes: Partial<DocumentMeta> = {}): DocumentMeta => ({
  ...meta,
  sequence_no: meta.sequence_no + 1,
  updated_at: timestamp(),
  ...changes,
})

/** Now, in the format of the standard columns. Tests set the time by replacing `Date.now`. */
const timestamp = (): string => new Date(Date.now()).toISOString()
