import { readMeta } from '../../../lib/store-kit/index.ts'
import type { WriteOperation } from '../../../kernel/index.ts'
import type { Plan } from '../plan.ts'
import { unreferred } from './blockers.ts'

/** The operations that make plans commit only if nobody refers to what they archive; they belong behind all others. */
export function releasesOf(plans: readonly Plan[]): WriteOperation[] {
  const released = plans.flatMap(({ releasedBy = [], document }) =>
    releasedBy.map(source => ({ source, id: document.id, account_id: readMeta(document).account_id })),
  )
  const sources = new Set(released.map(({ source }) => source))
  return [...sources].flatMap(source => {
    const own = released.filter(one => one.source === source)
    return unreferred(
      source,
      own[0]?.account_id ?? null,
      own.map(({ id }) => id),
    )
  })
}
