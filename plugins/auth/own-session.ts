import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../kernel/index.ts'

/**
 * A hook for what belongs to a person alone: an administrator who acts as somebody must not be able to leave anything behind that outlives it.
 * @throws `Forbidden` while impersonating
 */
export async function onlyAsOneself({ caller }: FastifyRequest): Promise<void> {
  if (caller.impersonator !== undefined) {
    throw new Forbidden('this cannot be done while impersonating; stop that first')
  }
}
