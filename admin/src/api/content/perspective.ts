import { ApiError } from '../transport/errors.ts'
import { send } from '../transport/send.ts'
import type { SendOptions } from '../transport/send.ts'

/** What the user edits, of types whose resources are drafts until they are published. */
interface DraftTypes {
  /** The slugs of all such types. */
  all(): readonly string[]
  /** Whether the user may modify the resources of one of them: the user then sees drafts, and otherwise what is published. */
  mayModify(slug: string): boolean
}

let types: DraftTypes = { all: () => [], mayModify: () => false }

/** Set the types with drafts: everything that the admin reads of resources is shown in the perspective that follows from them. */
export function setDraftTypes(known: DraftTypes): void {
  types = known
}

/** Types with drafts that the user sees as they are published. */
export const publishedOnly = (): string[] => types.all().filter(slug => !types.mayModify(slug))

/** The parameter of a read. Without types with drafts there is none. @param slug the type that is read; undefined for several */
export function perspectiveOf(slug?: string): { perspective?: 'draft' } {
  if (types.all().length === 0 || (slug !== undefined && publishedOnly().includes(slug))) return {}
  return { perspective: 'draft' } // labels of other types follow it too
}

/** Read a list of a type. @throws ApiError */
export const readList = (slug: string, address: string, options: SendOptions): Promise<Response> =>
  send('GET', address, { ...options, query: { ...options.query, ...perspectiveOf(slug) } })

/** Read a resource, or something of it. A user who may not modify its type can have its draft as the owner or by a grant. @throws ApiError */
export async function readOne(slug: string, address: string, options: SendOptions): Promise<Response> {
  if (!publishedOnly().includes(slug)) return readList(slug, address, options)
  try {
    return await send('GET', address, { ...options, query: { ...options.query, perspective: 'draft' } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    return send('GET', address, options)
  }
}
