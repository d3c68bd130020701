import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { HealthCheck } from '../../../lib/store-kit/document-store.ts'
import { logBytes, maxLogBytes, maxReadMs } from './log.ts'
import { inMemory } from './ownership.ts'
import type { Session } from './session.ts'
import { sizeText } from '../../../lib/terminal/text.ts'

type Finding = Omit<HealthCheck, 'name'>

/** A figure is degraded at this share of its bound. */
const degradedShare = 0.8
/** Less free space than this is too little for any work. */
const minFreeBytes = 64_000_000
const minAmpleBytes = 1_000_000_000

/** The checks of an open store, see `DocumentStore.checks`. */
export async function healthOf(path: string, session: Session): Promise<HealthCheck[]> {
  const reads: HealthCheck = { name: 'store:readers', ...readersCheck(session.reading.runningMs) }
  if (path === inMemory) {
    const { connection } = session
    const bytes = connection.number('PRAGMA page_count') * connection.number('PRAGMA page_size')
    const size = { status: 'ok', code: 'size', params: { bytes } } as const
    return [{ name: 'store:size', ...size, message: `the store in memory has ${sizeText(bytes)}` }, reads]
  }
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const { bavail, bsize } = await statfs(dirname(resolve(path)))
  return [
    {
      name: 'store:size',
      status: 'ok',
      message: `the file has ${sizeText(size)}`,
      code: 'size',
      params: { bytes: size },
    },
    { name: 'store:log', ...logCheck(logBytes(path)) },
    { name: 'store:disk', ...diskCheck(bavail * bsize, size) },
    reads,
    ...damageChecks(session.damage.collections),
  ]
}

function logCheck(bytes: number): Finding {
  const figure = `the write-ahead log has ${sizeText(bytes)} of at most ${sizeText(maxLogBytes)}`
  const params = { bytes, max_bytes: maxLogBytes }
  if (bytes < degradedShare * maxLogBytes) return { status: 'ok', message: figure, code: 'log', params }
  const remedy = 'see whether another program keeps the file open for reading, and whether the disk is full'
  const status = bytes < maxLogBytes ? 'degraded' : 'failing'
  return { status, message: `${figure}; ${remedy}`, code: 'log-large', params }
}

/** Enough is 1 GB or, for a large file, what the log and a tenth of the file take. */
function diskCheck(free: number, size: number): Finding {
  const ample = Math.max(minAmpleBytes, maxLogBytes + size / 10)
  const figure = `${sizeText(free)} of the disk are free`
  if (free >= ample) return { status: 'ok', message: figure, code: 'disk', params: { free_bytes: free } }
  const isFailing = free < minFreeBytes
  const wanted = isFailing ? minFreeBytes : ample
  const message = `${figure}, less than ${sizeText(wanted)}; make room, or move the store to a larger disk`
  const params = { free_bytes: free, wanted_bytes: wanted }
  return { status: isFailing ? 'failing' : 'degraded', message, code: 'disk-low', params }
}

function readersCheck(ms: number | undefined): Finding {
  if (ms === undefined) return { status: 'ok', message: 'no long query is running', code: 'readers' }
  const figure = `the oldest query has been running for ${(ms / 1000).toFixed(1)} s of at most ${maxReadMs / 1000} s`
  const params = { seconds: Math.round(ms / 100) / 10, max: maxReadMs / 1000 }
  if (ms < degradedShare * maxReadMs) return { status: 'ok', message: figure, code: 'readers-long', params }
  const remedy = 'see the log for slow lists, and give the fields of their filters an index'
  const status = ms < maxReadMs ? 'degraded' : 'failing'
  return { status, message: `${figure}; ${remedy}`, code: 'readers-slow', params }
}

function damageChecks(collections: readonly string[]): HealthCheck[] {
  if (collections.length === 0) return []
  const names = collections.filter(name => name !== '')
  const where = names.length === 0 ? 'the file' : `the file (in ${names.join(', ')})`
  const remedy = 'put back a backup, or stop the service and run "plinth doctor --repair"'
  const message = `${where} is damaged; ${remedy}`
  return [{ name: 'store:damage', status: 'failing', message, code: 'damage', params: { where: names.join(', ') } }]
}
