import { TabularError } from './rows.ts'

/** How many bytes at the beginning of a file tell whether it is one of a spreadsheet program. */
export const signatureLength = 4

/** How files of spreadsheet programs begin: `.xlsx` and `.ods` are zip archives, `.xls` is a compound file. */
const signatures = new Set(['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'])

/** @throws TabularError if the beginning is that of a file of a spreadsheet program */
export function refuseSpreadsheet(beginning: Uint8Array): void {
  const start = String.fromCharCode(...beginning.subarray(0, signatureLength))
  if (!signatures.has(start)) return
  throw new TabularError(
    'the file is a spreadsheet (.xlsx, .ods, .xls) or another archive, not a text; save it as CSV (UTF-8) in the spreadsheet program and import that file',
    undefined,
    'spreadsheet',
  )
}
