import { dataOf, listResources } from '../../../../api/index.ts'

/** Circles are looked for among this many pages of rows that have a parent. */
const maxPages = 5
const rowsPerPage = 1000

/** The ids that are in a circle: those whose parents lead back to themselves. @param parents the parent of each row that has one */
function idsInCircles(parents: ReadonlyMap<string, string>): Set<string> {
  const circles = new Set<string>()
  const seen = new Set<string>()
  for (const start of parents.keys()) {
    const path: string[] = []
    let at: string | undefined = start
    while (at !== undefined && parents.has(at) && !seen.has(at)) {
      seen.add(at)
      path.push(at)
      at = parents.get(at)
    }
    const from = at === undefined ? -1 : path.indexOf(at)
    if (from >= 0) for (const id of path.slice(from)) circles.add(id)
  }
  return circles
}

/** Find the rows of a type that are in a circle. Types with more than five thousand rows below others are not searched to their end. */
export async function findCircles(slug: string, property: string, signal: AbortSignal): Promise<Set<string>> {
  const parents = new Map<string, string>()
  let cursor = ''
  for (let page = 0; page < maxPages; page++) {
    const read = await listResources(
      slug,
      {
        [`_filter[${property}][exists]`]: 'true',
        fields: property,
        limit: rowsPerPage,
        ...(cursor !== '' && { cursor }),
      },
      signal,
    )
    for (const row of read.data) {
      const parent = dataOf(row)[property]
      if (typeof parent === 'string') parents.set(row.id, parent)
    }
    if (!read.has_more) break
    cursor = read.cursor
  }
  return idsInCircles(parents)
}
