import type { LightMyRequestResponse } from 'fastify'
import type { Client } from '../../../testing/internal/signed-in.ts'

/** Sends requests to the service. */
export type Ask = Client['request']

/** Send a request, and check the status. */
export async function expectStatus(
  status: number,
  answered: Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const answer = await answered
  if (answer.statusCode !== status) throw new Error(`expected ${status}, got ${answer.statusCode}: ${answer.body}`)
  return answer
}
