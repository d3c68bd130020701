import type { OutgoingHttpHeaders } from 'node:http'
import { addAbortSignal } from 'node:stream'
import type { Config } from '../../kernel/contracts/config.ts'
import type { RawAnswer, Transport, Upload } from './client.ts'

/** The API on the store itself: the application runs in this process and does not listen. */
interface StoreConnection {
  transport: Transport
  upload: Upload
  close: () => Promise<void>
}

/**
 * Build the application on the store of the configuration. Requests are those of the service itself (`urn:user:system`).
 * @throws ConfigurationError, StoreUnavailable, see `buildApp`
 */
export async function connectToStore(config: Config, account: string, signal: AbortSignal): Promise<StoreConnection> {
  const [{ buildApp }, { localHeaders }] = await Promise.all([
    import('../../kernel/app.ts'),
    import('../../kernel/http/admission/local.ts'),
  ])
  // Commands belong to the operator: the mode matters only for a service that others can reach.
  const app = await buildApp({ ...config, modeIsDefault: false }, { logger: false })
  const identity = localHeaders(app, { account })
  return {
    async transport({ method, path, headers, body }): Promise<RawAnswer> {
      signal.throwIfAborted()
      const answer = await app.inject({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever else it is, the application answers that it is not allowed
        method: method as 'GET',
        url: path,
        headers: { ...headers, ...identity },
        ...(body !== undefined && { payload: body }),
      })
      return { status: answer.statusCode, headers: textsOf(answer.headers), text: answer.payload }
    },
    async upload({ method, path, headers, body }) {
      signal.throwIfAborted()
      const answer = await app.inject({
        method: method === 'GET' ? method : 'POST',
        url: path,
        headers: { ...headers, ...identity },
        ...(method !== 'GET' && { payload: addAbortSignal(signal, body) }),
        payloadAsStream: true,
      })
      return { status: answer.statusCode, headers: textsOf(answer.headers), body: answer.stream() }
    },
    close: () => app.close(),
  }
}

const textsOf = (headers: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
