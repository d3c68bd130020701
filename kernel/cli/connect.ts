import { exitCode, type ApiClient } from '../contracts/commands.ts'
import type { Config } from '../contracts/config.ts'
import { CommandFailed } from '../errors.ts'
import { defaultAccount } from '../open-access.ts'
import { createClient } from './client.ts'
import type { GlobalOptions } from './options.ts'
import { ownerOf } from './owner.ts'
import { connectToStore } from './store-transport.ts'
import { urlTransport } from './url-transport.ts'

/** A way to the API, and what to do when it is no longer needed. */
export interface Connection {
  client: ApiClient
  close(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

/**
 * Find the way to the API: the service of `--url`; else the store of the configuration, in this process; else, in development mode,
 * the service that owns its file.
 * @throws CommandFailed usage for options that do not go together; store away when a service owns the file in production
 */
export async function connect(
  options: GlobalOptions,
  config: () => Config,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Connection> {
  if (options.url !== undefined) return overNetwork(options.url, options, signal)
  const read = config()
  const owner = await ownerOf(read)
  if (owner !== undefined) {
    const address = throughOwner(read, owner)
    say(`the service at ${address} owns ${owner.path}: going through it`)
    return overNetwork(address, options, signal)
  }
  if (options.as !== undefined) {
    throw new CommandFailed(
      '--as needs a running service (--url): on the store commands act as urn:user:system',
      exitCode.usage,
    )
  }
  const account = options.account ?? defaultAccount
  const { transport, close } = await connectToStore(read, account, signal)
  return { client: createClient(transport, account), close }
}

function overNetwork(url: string, options: GlobalOptions, signal: AbortSignal): Connection {
  if (options.account !== undefined) {
    throw new CommandFailed(
      '--account chooses an account on the store; at a service it is that of the user',
      exitCode.usage,
    )
  }
  return { client: createClient(urlTransport(url, options, signal)), close: nothing }
}

function throughOwner({ mode }: Config, { path, address }: { path: string; address: string | undefined }): string {
  if (address === undefined) {
    throw new CommandFailed(`another process is using ${path}; try again when it has finished`, exitCode.storeAway)
  }
  if (mode === 'development') return address
  throw new CommandFailed(`a running service owns ${path}; use --url ${address} with a token`, exitCode.storeAway)
}
