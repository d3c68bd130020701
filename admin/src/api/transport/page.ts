/** Label and status of referenced resources, by URN. */
export type Labels = Readonly<Record<string, { label: string; status: string }>>

/** A page of a list. */
export interface Page<Item> {
  data: Item[]
  /** Token of the next page; empty on the last one. */
  cursor: string
  has_more: boolean
  /** Number of all items, when the request asked for it. */
  total?: number
  /** Replaces `total` when there are more items than were counted. */
  total_at_least?: number
  labels?: Labels
}

/** Lists are counted up to this number: counting more is slow, and the exact number is of little use. */
export const countLimit = 10_000

/** The number of items of a list. */
export interface Total {
  count: number
  /** There are more items than `count`. */
  isMore: boolean
}

/** The number of items, when the request asked for it. */
export function totalOf({
  total,
  total_at_least: atLeast,
}: Pick<Page<unknown>, 'total' | 'total_at_least'>): Total | undefined {
  if (total !== undefined) return { count: total, isMore: false }
  if (atLeast === undefined) return undefined
  return { count: atLeast === countLimit ? atLeast : atLeast - 1, isMore: true }
}

/** Read all pages of a list. Only for lists that are known to be short. */
export async function everyItem<Item>(page: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const next = await page(cursor)
    items.push(...next.data)
    cursor = next.cursor === '' ? undefined : next.cursor
  } while (cursor !== undefined)
  return items
}
