import { existsSync, statSync } from 'node:fs'
import type { Config } from './contracts/config.ts'

/**
 * Whether the store of the configuration holds anything yet. Looks, and makes nothing.
 * @throws StoreUnavailable, ConfigurationError when it cannot be reached
 */
export async function storeExists(config: Config['store']): Promise<boolean> {
  if (config.kind === 'sqlite')
    return config.path === ':memory:' || (existsSync(config.path) && statSync(config.path).size > 0)
  const { Connection } = await import('../plugins/mongodb/connection.ts')
  const connection = new Connection(config.url)
  await connection.open()
  try {
    return await connection.run(database => database.listCollections({}, { nameOnly: true }).hasNext())
  } finally {
    await connection.close()
  }
}
