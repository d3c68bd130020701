import type { ApiClient } from '../../../kernel/index.ts'
import type { Completion, Unfinished } from './completion.ts'
import type { Part } from './part.ts'
import { messageOf, persistently } from './persistently.ts'
import { reasonsOf, resultsOf } from './send.ts'

/**
 * Archive what is to be archived. What others keep from it by referring to it is forced in the end: it was archived where it comes from,
 * while the same others referred to it.
 */
export async function archiveRows(api: ApiClient, completion: Completion): Promise<void> {
  const kept: { part: Part; row: Unfinished }[] = []
  for await (const { part, rows } of completion.toArchive()) {
    const operations = rows.map(({ id }) => ({ op: 'delete', id }))
    const path = `/api/${encodeURIComponent(part.typeSlug)}/_bulk`
    const answer = await persistently(api, 'POST', path, { operations, atomic: false })
    const results = answer.status < 400 ? resultsOf(answer.body, rows.length) : []
    for (const [index, row] of rows.entries()) {
      if ((results[index]?.status ?? 500) >= 400) kept.push({ part, row })
    }
  }
  for (const { part, row } of kept) {
    const path = `/api/${encodeURIComponent(part.typeSlug)}/${encodeURIComponent(row.id)}?force=true`
    const answer = await persistently(api, 'DELETE', path, undefined, [403, 404, 409])
    if (answer.status < 400) continue
    const reasons = ['is there, but not archived', ...reasonsOf(messageOf(answer))]
    await part.tally.incomplete({ line: row.line, reasons, row: row.row }, row.fresh)
  }
}
