import type { ApiClient, JsonObject } from '../../../kernel/index.ts'
import type { RefusedRow, Rows } from '../formats/rows.ts'
import { batches } from './batches.ts'
import type { Report } from './report.ts'
import type { RowIds } from './row-ids.ts'
import { Sender, type Outcome } from './send.ts'

const inFlightAtMost = 2

/**
 * Load rows into a type: in batches, a few of them at once, told of in the order of the file.
 * @throws `CommandFailed` when the service stays away or the file cannot be read on; what was loaded until then stays
 */
export async function load(
  api: ApiClient,
  typeSlug: string,
  source: { rows: Rows; prepare: (row: JsonObject) => JsonObject; ids: RowIds },
  report: Report,
  onRows: (done: number) => void,
): Promise<void> {
  const sender = new Sender(api, typeSlug)
  const inFlight: Promise<Outcome>[] = []
  const settle = async (): Promise<void> => {
    const outcome = await inFlight.shift()
    if (outcome === undefined) return
    report.loaded(outcome.created, outcome.alreadyThere)
    for (const row of outcome.refused.sort(byLine)) await report.refused(row)
    onRows(report.summary.rows)
  }
  try {
    for await (const batch of batches(source.rows, source.prepare, source.ids)) {
      inFlight.push(sendBatch(sender, batch.ready, batch.refused))
      if (inFlight.length >= inFlightAtMost) await settle()
    }
  } finally {
    while (inFlight.length > 0) await settle()
  }
}

function sendBatch(sender: Sender, ready: Parameters<Sender['send']>[0], refused: RefusedRow[]): Promise<Outcome> {
  const sent = sender.send(ready).then(outcome => ({ ...outcome, refused: [...outcome.refused, ...refused] }))
  // It is awaited in its turn; until then a failure must not count as unhandled.
  sent.catch(() => undefined)
  return sent
}

const byLine = (a: RefusedRow, b: RefusedRow): number => a.line - b.line
