import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../../kernel/index.ts'
import type { StoredInvitation } from './records.ts'

/** Sends the links of invitations. No answer waits for it; a failure is logged. */
export class InvitationMail {
  readonly #mail: NonNullable<Config['mail']>
  readonly #log: FastifyBaseLogger
  readonly #sending = new Set<Promise<void>>()

  constructor(mail: NonNullable<Config['mail']>, log: FastifyBaseLogger) {
    this.#mail = mail
    this.#log = log
  }

  send(invitation: StoredInvitation, url: string): void {
    const sending = this.#send(invitation, url)
      .catch((error: unknown) =>
        this.#log.warn({ err: error, invitation: invitation.id }, 'an invitation could not be mailed'),
      )
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#sending)
  }

  async #send({ data: { email, expires_at } }: StoredInvitation, url: string): Promise<void> {
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

/** A mail server that does not answer must not delay the end of the service for long. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000 }
