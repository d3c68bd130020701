import type { FileIndex, RowLink } from './file-index.ts'

/** Why a row is refused before it is sent: those that were tried and refused, and those that refer to one of these. */
export type Verdicts = Map<string, readonly string[]>

/** Refuse also what refers to refused rows, and so on. Nothing is loaded that would lack what it refers to. */
export function cascade(refused: Verdicts, links: readonly RowLink[], index: FileIndex): Verdicts {
  const referrers = new Map<string, RowLink[]>()
  for (const link of links) {
    const known = referrers.get(link.to)
    if (known === undefined) referrers.set(link.to, [link])
    else known.push(link)
  }
  const verdicts: Verdicts = new Map(refused)
  const queue = [...refused.keys()]
  for (const to of queue) {
    for (const { from, place } of referrers.get(to) ?? []) {
      if (verdicts.has(from)) continue
      verdicts.set(from, [`${place}: refers to ${index.placeOf(to) ?? 'a row'}, which is refused`])
      queue.push(from)
    }
  }
  return verdicts
}
