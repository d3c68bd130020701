import type { CompiledSchema } from '../../../../lib/json-schema/index.ts'
import { isUrnOf } from '../../../../lib/store-kit/index.ts'
import { refuse } from '../batches.ts'
import type { Found, ImportTarget } from './import-target.ts'
import { failuresOf } from '../inspect.ts'
import { differencesOf, emptyOutcome, type WriteRows } from '../write-rows.ts'

/**
 * Judge rows by their schema alone, in place of a service that does not have the type yet, or not what the rows refer to.
 * @param there where the type is already: whether its archived resources count as there, and whether those that differ are changed
 */
export function createLocalCheck(
  typeSlug: string,
  { validate }: CompiledSchema,
  there?: { target: ImportTarget; archived: boolean; update: boolean },
): WriteRows {
  return async rows => {
    const found = new Map<string, Found>()
    if (there !== undefined) {
      const ids = rows.map(({ id }) => id)
      const archived = (await there.target.findArchived?.(typeSlug, ids)) ?? []
      for (const one of [...archived, ...(await there.target.findByIds(typeSlug, ids))]) found.set(one.id, one)
    }
    const outcome = emptyOutcome()
    for (const row of rows) {
      const known = found.get(row.id)
      const isArchived = known?.status === 'archived' && there?.archived !== true
      const problems = [
        ...(isUrnOf(typeSlug, row.id)
          ? []
          : [{ field: '@id', message: `is no id of the type; write urn:${typeSlug}:…` }]),
        ...(isArchived ? [{ field: '@id', message: 'is that of an archived resource' }] : []),
        ...failuresOf(validate, row.data),
      ]
      const names = known !== undefined && row.hasOwnId ? differencesOf(row, known) : []
      if (problems.length > 0) outcome.refused.push(refuse(row, problems))
      else if (known === undefined) outcome.created.push(row)
      else if (names.length === 0) outcome.there.push({ row, found: known })
      else if (there?.update === true) outcome.updated.push(row)
      else outcome.differing.push({ row, names })
    }
    return outcome
  }
}
