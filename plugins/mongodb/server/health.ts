import type { Document } from 'mongodb'
import type { HealthCheck } from '../../../lib/store-kit/document-store.ts'
import type { Connection } from './connection.ts'
import { askOf } from './space.ts'
import { sizeText } from '../../../lib/terminal/text.ts'

type Finding = Omit<HealthCheck, 'name'>

const degradedShare = 0.8
/** Writes are acknowledged by a majority: members that are further behind do not count soon after a fail-over. */
const maxLagMs = 10_000
const maxCheckMs = 2_000

/** The checks of an open store, see `DocumentStore.checks`. What the user of the service may not ask is left out. */
export async function healthOf(connection: Connection): Promise<HealthCheck[]> {
  const ask = (command: Document): Promise<Document> => connection.run(database => askOf(database, command), maxCheckMs)
  const askAdmin = (command: Document): Promise<Document> =>
    connection.run(() => askOf(connection.client.db('admin'), command), maxCheckMs)
  const [stats, hello, operations, members] = await Promise.all([
    ask({ dbStats: 1 }),
    askAdmin({ hello: 1 }),
    askAdmin({ currentOp: 1, $ownOps: true, op: 'none' }),
    askAdmin({ replSetGetStatus: 1 }),
  ])
  return [
    { name: 'store:size', ...sizeCheck(stats) },
    ...diskChecks(stats),
    { name: 'store:primary', ...primaryCheck(hello, operations) },
    ...memberChecks(members),
  ]
}

function sizeCheck({ storageSize, indexSize, totalSize }: Document): Finding {
  const bytes = Number(totalSize ?? Number(storageSize) + Number(indexSize))
  if (Number.isNaN(bytes))
    return { status: 'ok', message: 'the user of the service may not ask for it (dbStats)', code: 'size-unknown' }
  return { status: 'ok', message: `the database has ${sizeText(bytes)}`, code: 'size', params: { bytes } }
}

/** Of the disk of the primary. Some hosts do not tell its size. */
function diskChecks({ fsTotalSize, fsUsedSize }: Document): HealthCheck[] {
  const [total, used] = [Number(fsTotalSize), Number(fsUsedSize)]
  if (!(total > 0)) return []
  const message = `${sizeText(total - used)} of ${sizeText(total)} of the disk are free`
  const name = 'store:disk'
  const params = { free_bytes: total - used, total_bytes: total }
  if (used < degradedShare * total) return [{ name, status: 'ok', message, code: 'disk-share', params }]
  const advice = `${message}; make room, or give MongoDB a larger disk`
  return [{ name, status: 'degraded', message: advice, code: 'disk-share-low', params }]
}

function primaryCheck({ isWritablePrimary, msg }: Document, { fsyncLock }: Document): Finding {
  if (fsyncLock === true) {
    return { status: 'failing', message: 'MongoDB is locked by fsyncLock; run db.fsyncUnlock()', code: 'locked' }
  }
  if (isWritablePrimary === true || msg === 'isdbgrid') {
    return { status: 'ok', message: 'the primary takes writes', code: 'primary' }
  }
  return {
    status: 'failing',
    message: 'there is no primary that takes writes; look at rs.status()',
    code: 'no-primary',
  }
}

function memberChecks({ members }: Document): HealthCheck[] {
  if (!Array.isArray(members)) return []
  const found: Document[] = members
  const primary = found.find(({ stateStr }) => stateStr === 'PRIMARY')
  const lagOf = ({ optimeDate }: Document): number => Number(primary?.['optimeDate']) - Number(optimeDate)
  const away = found.filter(({ health }) => health !== 1).map(({ name }) => String(name))
  const late = found.filter(member => member['stateStr'] === 'SECONDARY' && lagOf(member) > maxLagMs)
  const messages = [
    ...(away.length > 0 ? [`${away.join(', ')} cannot be reached`] : []),
    ...late.map(member => `${String(member['name'])} is ${Math.round(lagOf(member) / 1000)} s behind`),
  ]
  const name = 'store:members'
  const count = found.length
  if (messages.length === 0) {
    return [{ name, status: 'ok', message: `members of the replica set: ${count}`, code: 'members', params: { count } }]
  }
  const names = [...away, ...late.map(member => String(member['name']))].join(', ')
  const message = `${messages.join('; ')}; look at rs.status()`
  return [{ name, status: 'degraded', message, code: 'members-behind', params: { names } }]
}
