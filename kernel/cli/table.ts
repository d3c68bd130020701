import { cut, displayWidth, pad, plain } from './text.ts'

/** A column of a table for people. */
export interface TableColumn {
  heading: string
  /** Numbers stand at the right. Default: left. */
  align?: 'left' | 'right'
}

const gap = '  '
const narrowest = 6

/**
 * Aligned columns with a line of headings, no line wider than `width`; cells that are too long are cut, the widest columns first.
 * Control characters in cells are made harmless.
 * @param width columns of the terminal; `Infinity` cuts nothing (a pipe)
 */
export function table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], width: number): string {
  const cells = [columns.map(column => column.heading), ...rows].map(row => row.map(plain))
  const widths = fit(
    columns.map((_, index) => Math.max(...cells.map(row => displayWidth(row[index] ?? '')))),
    width - gap.length * (columns.length - 1),
  )
  const lines = cells.map(row =>
    columns
      .map((column, index) => {
        const room = widths[index] ?? 0
        return pad(cut(row[index] ?? '', room), room, column.align === 'right' ? 'left' : 'right')
      })
      .join(gap)
      .trimEnd(),
  )
  return lines.map(line => cut(line, width)).join('\n')
}

/** Narrow the widest columns until all fit. */
function fit(wanted: readonly number[], room: number): number[] {
  const widths = [...wanted]
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) break
    const runnerUp = Math.max(narrowest, ...widths.filter(width => width < widest))
    for (const [index, width] of widths.entries()) {
      if (width !== widest || excess <= 0) continue
      const less = Math.min(excess, Math.max(1, widest - runnerUp))
      widths[index] = width - less
      excess -= less
    }
  }
  return widths
}
