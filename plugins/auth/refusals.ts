import type { FastifyRequest } from 'fastify'
import { systemCaller } from '../../kernel/index.ts'
import type { AuthContracts } from './services.ts'

type RefusalEvent = 'SignIn.Failed' | 'Token.Refused'

/** Time in which an address causes one event of each type, ms. */
const windowMs = 60_000
/** Addresses that are remembered; while there are more, no further events are recorded. */
const maxAddresses = 10_000

/** Records refused sign-ins and tokens as events about the client's address, at most one of each type a minute for each address. */
export class Refusals {
  readonly #contracts: Pick<AuthContracts, 'store' | 'events' | 'background'>
  /** When an event was recorded, by type and address; the oldest first. */
  readonly #recordedAt = new Map<string, number>()

  constructor(contracts: Pick<AuthContracts, 'store' | 'events' | 'background'>) {
    this.#contracts = contracts
  }

  /** Record it in the background, unless it was done lately for this address. */
  note(type: RefusalEvent, { ip: address }: FastifyRequest): void {
    const key = `${type} ${address}`
    const now = Date.now()
    for (const [old, time] of this.#recordedAt) {
      if (now - time < windowMs) break
      this.#recordedAt.delete(old)
    }
    if (this.#recordedAt.has(key) || this.#recordedAt.size >= maxAddresses) return
    this.#recordedAt.set(key, now)
    const { store, events, background } = this.#contracts
    const subject = `urn:address:${address}`
    const event = events.record({ type, subject, caller: systemCaller(), account_id: null, address })
    background.run('a refused sign-in or token could not be recorded', () => store.write([event]))
  }
}
