import { setTimeout as pause } from 'node:timers/promises'
import { exitCode, type ApiClient } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import { CommandFailed } from '../../kernel/errors.ts'
import { defaultAccount } from '../../kernel/access.ts'
import { isUrnOf, toUrn } from '../../lib/store-kit/ids.ts'
import type { Environment } from '../../kernel/config/environment.ts'
import { createClient } from './client.ts'
import type { GlobalOptions } from '../options.ts'
import { ownerIn, type Owner } from './owner.ts'
import { withService } from './profiles.ts'
import { connectToStore } from './store-transport.ts'
import { urlTransport, urlUpload } from './url-transport.ts'

/** A connection to the API, and how to close it. */
export interface Connection {
  client: ApiClient
  close(): Promise<void>
}

const patience = 20
const pauseBetween = 250

const nothing = async (): Promise<void> => undefined

/**
 * Connect to the API: the service of `--url`, `PLINTH_URL` or a profile; else the store of the configuration, in this process; else, in development
 * mode, the service that owns its file.
 * @throws CommandFailed usage for contradicting options; store away when a service owns the file in production
 */
export async function connect(
  given: GlobalOptions,
  env: Environment,
  config: () => Config,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<Connection> {
  const options = withService(given, env)
  if (options.url !== undefined) return overNetwork(options.url, options, signal)
  const read = config()
  const account = readAccount(options)
  let misuse = ''
  try {
    const { transport, upload, close } = await whenFree(() => connectToStore(read, account, signal))
    const unusable = (['as', 'token'] as const).find(name => given[name] !== undefined)
    if (unusable === undefined) {
      if (options.token !== undefined) report('PLINTH_TOKEN is not used: on the store commands act as urn:user:system')
      const client = createClient(transport, upload)
      await checkAccount(client, account).catch(async (error: unknown) => {
        await close()
        throw error
      })
      return { client, close }
    }
    await close()
    misuse = unusable
  } catch (error) {
    const owner = ownerIn(error)
    if (owner === undefined) throw error
    const address = addressOfService(read.mode, owner)
    report(`a running service owns the store: going through it, at ${address}`)
    return overNetwork(address, options, signal)
  }
  throw new CommandFailed(
    `--${misuse} needs a running service (--url): on the store commands act as urn:user:system`,
    exitCode.usage,
  )
}

/** Another command owns the store only for a moment: retry for some time. */
async function whenFree<Result>(open: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < patience; tries++) {
    try {
      return await open()
    } catch (error) {
      const owner = ownerIn(error)
      if (owner === undefined || owner.address !== undefined) throw error
      await pause(pauseBetween)
    }
  }
  return open()
}

/** The account to act in, from its URN or its bare last part. */
function readAccount({ account = defaultAccount }: GlobalOptions): string {
  const urn = toUrn('account', account)
  if (isUrnOf('account', urn)) return urn
  throw new CommandFailed(
    `--account must be the id of an account, ${defaultAccount} for one, not ${account}`,
    exitCode.usage,
  )
}

/** Throws `CommandFailed` for an unknown account. Without the plugin that manages accounts it is not checked. */
async function checkAccount(client: ApiClient, account: string): Promise<void> {
  if (account === defaultAccount) return
  const accept = [404]
  const found = await client.request('GET', `/api/accounts/${encodeURIComponent(account)}`, { accept })
  if (found.status !== 404) return
  const list = await client.request('GET', '/api/accounts?limit=1', { accept })
  if (list.status === 404) return
  throw new CommandFailed(`--account: there is no account ${account}; plinth accounts list shows them`, exitCode.failed)
}

function overNetwork(url: string, options: GlobalOptions, signal: AbortSignal): Connection {
  if (options.account !== undefined) {
    throw new CommandFailed(
      '--account chooses an account on the store; at a service it is that of the user',
      exitCode.usage,
    )
  }
  return { client: createClient(urlTransport(url, options, signal), urlUpload(url, options, signal)), close: nothing }
}

/** The service to go through when it owns the store. @throws CommandFailed in production mode, which requires a token */
export function addressOfService(mode: Config['mode'], { message, address }: Owner): string {
  if (address === undefined) throw new CommandFailed(message, exitCode.storeAway)
  if (mode === 'development') return address
  throw new CommandFailed(`a running service owns the store; use --url ${address} with a token`, exitCode.storeAway)
}
