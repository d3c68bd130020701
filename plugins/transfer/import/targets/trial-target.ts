import { isUrnOf } from '../../../../lib/store-kit/index.ts'
import type { ImportTarget } from './import-target.ts'

/**
 * A target that tries rows where the service cannot, because it does not have their type yet, or the resources that they refer to. Rows that their
 * schema allows count as written.
 * @param target finds resources
 * @param all finds all resources by their ids, archived ones too; undefined if none exist yet
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
