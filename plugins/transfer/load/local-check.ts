import { type ApiClient } from '../../../kernel/index.ts'
import type { CompiledSchema } from '../../../lib/json-schema/index.ts'
import { isUrnOf } from '../../../lib/store-kit/index.ts'
import { refusal } from './batches.ts'
import { differencesOf, hasOwnId } from './differences.ts'
import { find, type Found } from './find.ts'
import { failuresOf } from './inspect.ts'
import { emptyOutcome, type Sender } from './send.ts'

/**
 * Judges rows by their schema alone, in place of a service that does not have the type yet, or not what the rows refer to.
 * @param there where the type is already: in which status its resources count as there, and whether those that differ are changed
 */
export function localCheck(
  typeSlug: string,
  { validate }: CompiledSchema,
  there?: { api: ApiClient; archived: boolean; update: boolean },
): Pick<Sender, 'send'> {
  return {
    async send(rows) {
      const found = there === undefined ? new Map<string, Found>() : await present(typeSlug, rows, there.api)
      const outcome = emptyOutcome()
      for (const row of rows) {
        const known = found.get(row.id)
        const reasons = [
          ...(isUrnOf(typeSlug, row.id) ? [] : [`@id: is no id of the type; write urn:${typeSlug}:…`]),
          ...(known?.status === 'archived' && there?.archived !== true ? ['@id: is that of an archived resource'] : []),
          ...failuresOf(validate, row.data),
        ]
        if (reasons.length > 0) outcome.refused.push(refusal(row, reasons))
        else if (known === undefined) outcome.created.push(row)
        else {
          const names = hasOwnId(row) ? differencesOf(row, known) : []
          if (names.length === 0) outcome.alreadyThere.push({ row, found: known })
          else if (there?.update === true) outcome.updated.push(row)
          else outcome.differing.push({ row, names })
        }
      }
      return outcome
    },
  }
}

async function present(
  typeSlug: string,
  rows: Parameters<Sender['send']>[0],
  api: ApiClient,
): Promise<Map<string, Found>> {
  const ids = rows.map(({ id }) => id)
  const found = [
    ...(await find(api, typeSlug, 'meta.id', ids, { status: 'archived', copy: true })),
    ...(await find(api, typeSlug, 'meta.id', ids, { copy: true })),
  ]
  return new Map(found.map(one => [one.id, one]))
}
