import { UPDATE_DATA } from '@jsonforms/core'
import type { Middleware } from '@jsonforms/core'
import { markRaw, toRaw } from 'vue'
import { getAt, setAt } from '../schema-forms/paths.ts'

/**
 * Middleware of the store of JSON Forms. The reducer computes the new state, and its parts are written into the existing state one by one, so that
 * a key in one field does not update every renderer. The parts are raw: a proxy around each value of a large form costs more than the key itself.
 * Data is written by `setAt`, because the reducer parses paths as lodash does, which breaks properties named `size[0]` or `constructor`.
 * See kernel/decisions/0071-store-of-a-form.md.
 */
export const formMiddleware: Middleware = (state, action, reducer) => {
  const before = toRaw(state)
  const after =
    action.type === UPDATE_DATA
      ? { ...before, data: setAt(before.data, action.path, action.updater(getAt(before.data, action.path))) }
      : reducer(before, action)
  const changed = Object.entries(after).filter(([name, value]) => Reflect.get(before, name) !== value)
  return Object.assign(state, Object.fromEntries(changed.map(([name, value]) => [name, raw(value)])))
}

const raw = (value: unknown): unknown => (typeof value === 'object' && value !== null ? markRaw(value) : value)
