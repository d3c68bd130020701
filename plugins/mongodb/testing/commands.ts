import { MongoClient } from 'mongodb'
import type { Document } from 'mongodb'
import { Connection } from '../server/connection.ts'
import { MongoStore } from '../store.ts'

/** A store whose commands are recorded, for tests. */
export interface WatchedStore {
  store: MongoStore
  connection: Connection
  /** The commands sent since the previous call, in order; those of the driver itself and of the feed's heartbeat are left out. */
  sent(): Document[]
}

/** Open a store on a database and record its commands. */
export async function openWatched(url: string): Promise<WatchedStore> {
  const connection = new Connection(`${url}${url.includes('?') ? '&' : '?'}monitorCommands=true`)
  const store = new MongoStore(connection)
  await store.open()
  let commands: Document[] = []
  connection.client.on('commandStarted', ({ command }) => {
    const name = Object.keys(command)[0] ?? ''
    if (command[name] !== '_heartbeats' && name !== 'getMore') commands.push(structuredClone(command))
  })
  const sent = (): Document[] => {
    const taken = commands
    commands = []
    return taken
  }
  return { store, connection, sent }
}

/** The server's explanation of how it executes a recorded command. */
export async function explain({ database }: Connection, command: Document): Promise<Document> {
  const { lsid: _lsid, $db: _db, $clusterTime: _time, readConcern: _concern, ...explained } = command
  return database.command({ explain: explained, verbosity: 'executionStats' })
}

/** Make the next commands of these names fail with a code, or wait. @param times how many; 0 ends it */
export async function failCommands(url: string, failCommands: string[], data: Document, times = 1): Promise<void> {
  const client = new MongoClient(url)
  try {
    await client.db('admin').command({
      configureFailPoint: 'failCommand',
      mode: times === 0 ? 'off' : { times },
      data: { failCommands, ...data },
    })
  } finally {
    await client.close()
  }
}
