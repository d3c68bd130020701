import type { Config } from '../kernel/contracts/config.ts'
import type { RawAnswer, Transport } from './client.ts'

/** The API over the store itself: the application runs in this process and listens nowhere. */
export interface StoreConnection {
  transport: Transport
  close: () => Promise<void>
}

/**
 * Build the application on the store of the configuration. Requests are those of the service itself (`urn:user:system`).
 * @throws ConfigurationError, StoreUnavailable, see `buildApp`
 */
export async function connectToStore(config: Config, account: string, signal: AbortSignal): Promise<StoreConnection> {
  const [{ buildApp }, { localHeaders }] = await Promise.all([
    import('../kernel/app.ts'),
    import('../kernel/http/local.ts'),
  ])
  // Commands are the operator's own: the mode decides about a service that others reach.
  const app = await buildApp({ ...config, modeIsDefault: false }, { logger: false })
  const identity = localHeaders(app, { account })
  return {
    async transport({ method, path, headers, body }): Promise<RawAnswer> {
      signal.throwIfAborted()
      const answer = await app.inject({
        method: method as 'GET', // whatever else it is, the application answers that it is not allowed
        url: path,
        headers: { ...headers, ...identity },
        ...(body !== undefined && { payload: body }),
      })
      const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
      return { status: answer.statusCode, headers: Object.fromEntries(answered), text: answer.payload }
    },
    close: () => app.close(),
  }
}
