/** Label and status of what is referred to, by URN. */
export type Labels = Readonly<Record<string, { label: string; status: string }>>

/** A page of a list. */
export interface Page<Item> {
  data: Item[]
  /** Token of the next page; empty on the last one. */
  cursor: string
  has_more: boolean
  /** How many there are in all, when that was asked for. */
  total?: number
  /** Instead of that, where there are more than were counted. */
  total_at_least?: number
  labels?: Labels
}

/** How far lists are counted: counting more takes the service long, and tells people little. */
export const countLimit = 10_000

/** How many there are. */
export interface Total {
  count: number
  /** There are more than that. */
  isMore: boolean
}

/** How many there are, when that was asked for. */
export function totalOf({
  total,
  total_at_least: atLeast,
}: Pick<Page<unknown>, 'total' | 'total_at_least'>): Total | undefined {
  if (total !== undefined) return { count: total, isMore: false }
  if (atLeast === undefined) return undefined
  return { count: atLeast === countLimit ? atLeast : atLeast - 1, isMore: true }
}

/** Every item of a list, page by page. For lists that are known to be short. */
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
