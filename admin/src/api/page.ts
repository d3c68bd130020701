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
  labels?: Labels
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
