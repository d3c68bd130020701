import type { ApiClient } from '../../../kernel/index.ts'
import { positionOf } from '../formats/rows.ts'
import type { Completion } from './completion.ts'
import { messageOf, persistently } from './persistently.ts'
import { bulkPath, reasonsOf, resultsOf } from './send.ts'

/** Archive what is to be archived. In a copy nothing is kept from it by those who refer to it. */
export async function archiveRows(api: ApiClient, completion: Completion): Promise<void> {
  for await (const { part, rows } of completion.toArchive()) {
    const operations = rows.map(({ id }) => ({ op: 'delete', id }))
    const path = bulkPath(part.typeSlug, part.sending)
    const answer = await persistently(api, 'POST', path, { operations, atomic: false })
    const whole = { status: answer.status, message: messageOf(answer) }
    const results = answer.status < 400 ? resultsOf(answer.body, rows.length) : rows.map(() => whole)
    for (const [index, row] of rows.entries()) {
      const { status, message } = results[index] ?? whole
      if (status < 400) continue
      const reasons = ['is there, but not archived', ...reasonsOf(message)]
      await part.tally.incomplete({ ...positionOf(row), reasons, row: row.row }, row.fresh)
    }
  }
}
