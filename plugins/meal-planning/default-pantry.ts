import type { Behaviour } from '../dynamic-resources/contract.ts'
import { pantryClaim } from './read-properties.ts'

/**
 * At most one pantry of an account is its default: a new one ends what was it before, in the same write, also where the caller may not see
 * that one.
 */
export const defaultPantry: Behaviour = {
  name: 'single-default-pantry',
  types: ['pantry'],
  maintains: { pantry: ['isDefault'] },
  async before({ action, type, before, data }, scope) {
    if (action === 'archive' || data['isDefault'] !== true) return
    if (action === 'update' && before?.['isDefault'] === true) return
    await scope.claim(pantryClaim)
    await scope.maintain(type.slug, { isDefault: true }, { isDefault: false })
  },
}
