import type { Behaviour } from '../../kernel/index.ts'
import { pantryClaim } from './values.ts'

/** At most one pantry of an account is its default: a new one ends what was it before, in the same write. */
export const defaultPantry: Behaviour = {
  name: 'single-default-pantry',
  types: ['pantry'],
  async before({ action, type, id, before, data }, scope) {
    if (action === 'archive' || data['isDefault'] !== true) return
    if (action === 'update' && before?.['isDefault'] === true) return
    await scope.claim(pantryClaim)
    for (const pantry of await scope.find(type.slug, { isDefault: true })) {
      if (pantry.id !== id) await scope.update(type.slug, pantry.id, { ...pantry.data, isDefault: false })
    }
  },
}
