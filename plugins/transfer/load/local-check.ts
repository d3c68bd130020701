import { isUrnOf, type CompiledSchema } from '../../../kernel/index.ts'
import type { RefusedRow } from '../formats/rows.ts'
import { failuresOf } from './inspect.ts'
import type { Sender } from './send.ts'

/** Stands in for the service where a type is not there yet, so that rows can be checked against its schema alone. */
export function localCheck(typeSlug: string, { validate }: CompiledSchema): Pick<Sender, 'send'> {
  return {
    async send(rows) {
      const refused: RefusedRow[] = []
      const created = rows.filter(row => {
        const reasons = [
          ...(isUrnOf(typeSlug, row.id) ? [] : [`@id: is no id of the type; write urn:${typeSlug}:…`]),
          ...failuresOf(validate, row.data),
        ]
        if (reasons.length > 0) refused.push({ line: row.line, reasons, row: row.row, id: row.id })
        return reasons.length === 0
      })
      return { created, updated: [], alreadyThere: [], refused }
    },
  }
}
