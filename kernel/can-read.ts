import type { Access } from './contracts/access.ts'
import type { Caller } from './contracts/identity.ts'
import { Forbidden } from './errors.ts'

/** Whether the caller may read a resource: else an answer to what they did to it shows nothing of it. */
export async function canRead(access: Access, caller: Caller, typeSlug: string, id: string): Promise<boolean> {
  try {
    await access.authorize(caller, 'odrl:read', typeSlug, id)
    return true
  } catch (error) {
    if (error instanceof Forbidden) return false
    throw error
  }
}
