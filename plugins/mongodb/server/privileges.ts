/** What the user of the service needs on its database, by the names of MongoDB's privilege actions; nothing less works. */
export const neededActions = [
  'find',
  'insert',
  'update',
  'remove',
  'changeStream',
  'killCursors',
  'createCollection',
  'dropCollection',
  'listCollections',
  'collMod',
  'createIndex',
  'dropIndex',
  'listIndexes',
] as const

export const leastPrivileges =
  'it needs readWrite and dbAdmin on the database, or at least these actions: ' + neededActions.join(', ')

/** Nobody needs a privilege for the cursors of their own. */
const optional = new Set<string>(['killCursors'])

export interface Privilege {
  resource: { db?: string; collection?: string; anyResource?: boolean }
  actions: readonly string[]
}

/** The answer of `connectionStatus` with `showPrivileges`; empty where the server does not tell. */
interface ConnectionStatus {
  authInfo?: { authenticatedUsers?: readonly unknown[]; authenticatedUserPrivileges?: readonly Privilege[] }
}

/**
 * The actions that the user may not perform on a database.
 * @returns none where the server has no access control
 */
export function missingActions({ authInfo = {} }: ConnectionStatus, database: string): string[] {
  const { authenticatedUsers = [], authenticatedUserPrivileges = [] } = authInfo
  if (authenticatedUsers.length === 0) return []
  const held = new Set(
    authenticatedUserPrivileges.filter(({ resource }) => covers(resource, database)).flatMap(({ actions }) => actions),
  )
  return neededActions.filter(action => !held.has(action) && !held.has('anyAction') && !optional.has(action))
}

/** Whether a privilege is on every collection of the database. */
const covers = ({ db, collection, anyResource }: Privilege['resource'], database: string): boolean =>
  anyResource === true || ((db === '' || db === database) && collection === '')
