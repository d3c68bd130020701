import { cut, displayWidth, pad, plain } from './text.ts'

/** A column of a table for people. */
export interface TableColumn {
  heading: string
  /** Numbers are aligned right. Default: left. */
  align?: 'left' | 'right'
  /** Shortened before the others are. */
  elastic?: boolean
}

const gap = '  '
const narrowest = 6

/**
 * Aligned columns with a line of headings, no line wider than `width`; cells that are too long are cut, the widest columns first.
 * Control characters in cells are replaced.
 * @param width columns of the terminal; with `Infinity` (a pipe) nothing is cut
 */
export function table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], width: number): string {
  const cells = [columns.map(column => column.heading), ...rows].map(row => row.map(plain))
  const widths = fit(
    columns.map(({ elastic }, index) => ({
      width: cells.reduce((widest, row) => Math.max(widest, displayWidth(row[index] ?? '')), 0),
      elastic: elastic === true,
    })),
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

/** Narrow the elastic columns first, then the widest, until all fit. */
function fit(wanted: readonly { width: number; elastic: boolean }[], room: number): number[] {
  const widths = wanted.map(({ width }) => width)
  const excess = (): number => widths.reduce((sum, width) => sum + width, 0) - room
  const narrow = (index: number, least: number): void => {
    const width = widths[index] ?? 0
    widths[index] = width - Math.max(0, Math.min(excess(), width - least))
  }
  for (const [index, { elastic }] of wanted.entries()) if (elastic) narrow(index, narrowest)
  while (excess() > 0) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) break
    const runnerUp = Math.max(narrowest, ...widths.filter(width => width < widest))
    for (const [index, width] of widths.entries()) if (width === widest) narrow(index, runnerUp)
  }
  return widths
}
