import { isUrnOf } from '../../../../lib/store-kit/index.ts'
import type { ImportTarget } from './import-target.ts'

/**
 * A target in which rows are tried in place of a service that does not have their type yet, or not what they refer to: what their schema allows
 * could be written.
 * @param target what they would be written to
 * @param all what finds all resources with their ids, archived ones too; undefined where none are there yet
 */
export const createTrialTarget = (target: ImportTarget, all: ImportTarget | undefined): ImportTarget => ({
  find: (typeSlug, values, property) => target.find(typeSlug, values, property),
  async write(typeSlug, operations) {
    const ids = operations.map(({ id }) => id)
    const taken = new Set((await all?.find(typeSlug, ids))?.map(({ id }) => id))
    return operations.map(({ op, id }) => {
      const wrong = (status: number, message: string) => ({ status, problems: [{ field: '@id', message }] })
      if (!isUrnOf(typeSlug, id)) return wrong(400, `is no id of the type; write urn:${typeSlug}:…`)
      if (op === 'create' && taken.has(id)) return wrong(409, 'is that of an archived resource')
      return { status: 200, problems: [] }
    })
  },
})
