import { useLocalStorage } from '@vueuse/core'
import { effectScope } from 'vue'
import type { Ref } from 'vue'
import { isObject } from '../../api/index.ts'

const known = new Map<string, Ref<unknown>>()
const scope = effectScope(true) // a preference outlives the component that used it first

/**
 * A preference stored in this browser: widths, folded groups, the theme. All uses of a name share one value, also across tabs.
 * @param name unique in the admin
 * @param initial the default; a stored value of another kind (text, number, list, object …) is ignored
 */
export function useLocalPreference<Value>(name: string, initial: Value): Ref<Value> {
  const remember = (): Ref<Value> =>
    useLocalStorage<Value>(`plinth.${name}`, initial, {
      flush: 'sync',
      writeDefaults: false,
      onError: error => {
        if (!(error instanceof DOMException)) throw error // without room in this browser it lasts as long as the page
      },
      serializer: { read: text => readAs(text, initial), write: value => JSON.stringify(value) },
    })
  const preference = known.get(name) ?? scope.run(remember) ?? remember()
  known.set(name, preference)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one name has one kind of value
  return preference as Ref<Value>
}

function readAs<Value>(text: string, initial: Value): Value {
  try {
    const value: unknown = JSON.parse(text)
    return isLike(value, initial) ? value : initial
  } catch {
    return initial // another program wrote this value
  }
}

const isLike = <Value>(value: unknown, initial: Value): value is Value =>
  initial === null ||
  (typeof value === typeof initial &&
    Array.isArray(value) === Array.isArray(initial) &&
    isObject(value) === isObject(initial))
