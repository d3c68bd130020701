import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../../kernel/index.ts'
import type { StoredInvitation } from './records.ts'
import { inTime } from '../../../lib/event-loop/index.ts'

/** The answer that creates an invitation waits at most this long for the mail server, ms. */
const maxWaitMs = 10_000
/** A mail server that does not answer must not delay the end of the service for long. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000 }

/** Sends the links of invitations. */
export class InvitationMail {
  readonly #mail: NonNullable<Config['mail']>
  readonly #log: FastifyBaseLogger
  readonly #sending = new Set<Promise<boolean>>()

  constructor(mail: NonNullable<Config['mail']>, log: FastifyBaseLogger) {
    this.#mail = mail
    this.#log = log
  }

  /** Send a link. A failure is logged. @returns whether the mail server accepted the mail within ten seconds */
  async send(invitation: StoredInvitation, url: string): Promise<boolean> {
    const sending = this.#trySend(invitation, url).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
    return inTime(sending, maxWaitMs, () => false)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#sending)
  }

  async #trySend(invitation: StoredInvitation, url: string): Promise<boolean> {
    try {
      await this.#deliver(invitation, url)
      return true
    } catch (error) {
      this.#log.warn({ err: error, invitation: invitation.id }, 'an invitation could not be mailed')
      return false
    }
  }

  async #deliver({ data: { email, expires_at } }: StoredInvitation, url: string): Promise<void> {
    // Loaded on first use: most services send no mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url: this.#mail.url, ...timeouts })
    const { host } = new URL(url)
    const text = [
      `You are invited to ${host}.`,
      `Sign in with the address ${email} through this link, which works once, until ${expires_at.slice(0, 10)}:`,
      url,
    ].join('\n\n')
    await transport.sendMail({ from: this.#mail.from, to: email, subject: `Invitation to ${host}`, text })
  }
}
