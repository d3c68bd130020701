export { nameUntilWhole, tolerateClosedPipes, widthOfStream, writeText } from './output.ts'
export { table } from './table.ts'
export type { TableColumn } from './table.ts'
export { countText, cut, displayWidth, pad, plain, sizeText, thousands } from './text.ts'
