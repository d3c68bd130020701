/** The privileges that the user of the service needs on its database, by the names of MongoDB's privilege actions; none of them can be left out. */
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

/** No privilege is required for one's own cursors. */
const optional = new Set<string>(['killCursors'])

export interface Privilege {
  resource: { db?: string; collection?: string; anyResource?: boolean }
  actions: readonly string[]
}

/** The answer of `connectionStatus` with `showPrivileges`; empty when the server does not provide it. */
interface ConnectionStatus {
  authInfo?: { authenticatedUsers?: readonly unknown[]; authenticatedUserPrivileges?: readonly Privilege[] }
}

/**
 * The actions that the user is not allowed to perform on a database.
 * @returns an empty list when the server has no access control
 */
export function missingActions({ authInfo = {} }: ConnectionStatus, database: string): string[] {
  const { authenticatedUsers = [], authenticatedUserPrivileges = [] } = authInfo
  if (authenticatedUsers.length === 0) return []
  const held = new Set(
    authenticatedUserPrivileges.filter(({ resource }) => covers(resource, database)).flatMap(({ actions }) => actions),
  )
  return neededActions.filter(action => !held.has(action) && !held.has('anyAction') && !optional.has(action))
}

/** Whether a privilege covers every collection of the database. */
const covers = ({ db, collection, anyResource }: Privilege['resource'], database: string): boolean =>
  anyResource === true || ((db === '' || db === database) && collection === '')
