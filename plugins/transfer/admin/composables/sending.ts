import { ApiError, bulk, listResources } from '../../../../admin/src/index.ts'
import type { BulkOperation, Json, JsonObject } from '../../../../admin/src/index.ts'

/** A row that is ready to be sent. */
export interface ReadyRow {
  line: number
  /** Rows without one get one from the service. */
  id: string | undefined
  data: JsonObject
  /** As it stands in the file. */
  row: Json
}

/** What became of rows. */
export interface Outcome {
  created: number
  /** The service has them already: a repeat. */
  alreadyThere: number
  refused: { row: ReadyRow; message: string }[]
}

/** How rows are sent. */
export interface Sending {
  slug: string
  dryRun: boolean
  /** Told while the service is away and it is tried again. */
  waiting(isWaiting: boolean): void
  signal: AbortSignal
}

/**
 * Create a resource of each row, each for itself. Tries again while the service is away or busy, as long as the rows have their ids and none can be
 * doubled. @throws ApiError when nothing may be written at all, or the service stays away
 */
export async function sendRows(rows: readonly ReadyRow[], sending: Sending): Promise<Outcome> {
  if (rows.length === 0) return { created: 0, alreadyThere: 0, refused: [] }
  const operations = rows.map(({ id, data }): BulkOperation => ({
    op: 'create',
    ...(id !== undefined && { id }),
    data,
  }))
  const isSafe = sending.dryRun || rows.every(({ id }) => id !== undefined)
  try {
    const results = await persistently(
      () => bulk(sending.slug, operations, { dryRun: sending.dryRun }),
      isSafe,
      sending,
    )
    const taken = rows.flatMap(({ id }, at) => (results[at]?.status === 409 && id !== undefined ? [id] : []))
    const there = await present(taken, sending)
    const outcome: Outcome = { created: 0, alreadyThere: 0, refused: [] }
    for (const [at, row] of rows.entries()) {
      const result = results[at]
      if ((result?.status ?? 500) < 400) outcome.created++
      else if (row.id !== undefined && there.has(row.id)) outcome.alreadyThere++
      else outcome.refused.push({ row, message: result?.message ?? '' })
    }
    return outcome
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 413)) return halved(rows, error, sending)
    throw error
  }
}

/** One row among them spoils the request (its id, its size): find it. */
async function halved(rows: readonly ReadyRow[], error: ApiError, sending: Sending): Promise<Outcome> {
  const [row] = rows
  if (rows.length === 1 && row !== undefined) {
    const message = error.message.replace(/^operations\[0\]:? ?/, '')
    return { created: 0, alreadyThere: 0, refused: [{ row, message }] }
  }
  const middle = Math.ceil(rows.length / 2)
  const first = await sendRows(rows.slice(0, middle), sending)
  const second = await sendRows(rows.slice(middle), sending)
  return {
    created: first.created + second.created,
    alreadyThere: first.alreadyThere + second.alreadyThere,
    refused: [...first.refused, ...second.refused],
  }
}

const atOnce = 50

/** Those among these ids that there are resources of. */
async function present(ids: readonly string[], { slug, signal }: Sending): Promise<Set<string>> {
  const there = new Set<string>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const { data } = await listResources(slug, { '_filter[meta.id][in]': some, limit: atOnce }, signal)
    for (const { id } of data) there.add(id)
  }
  return there
}

const pauses = [500, 1000, 2000, 4000, 8000]

async function persistently<Result>(
  ask: () => Promise<Result>,
  isSafe: boolean,
  { waiting, signal }: Sending,
): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await ask()
    } catch (error) {
      const isUnsent = error instanceof ApiError && error.status === 429
      const isAway = error instanceof ApiError && error.isAway
      if (!(isUnsent || (isAway && isSafe)) || signal.aborted) throw error
    }
    waiting(true)
    await pauseFor(pause, signal)
    waiting(false)
  }
  return ask()
}

function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
