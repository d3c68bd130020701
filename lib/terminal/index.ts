export { tolerateClosedPipes, widthOf, writeText } from './output.ts'
export { table } from './table.ts'
export type { TableColumn } from './table.ts'
export { cut, displayWidth, megabytes, pad, plain, thousands } from './text.ts'
