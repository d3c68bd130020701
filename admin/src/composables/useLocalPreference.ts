import { effectScope, ref, watch } from 'vue'
import type { Ref } from 'vue'
import { isObject } from '../api/index.ts'

const prefix = 'plinth.'
const known = new Map<string, Ref<unknown>>()

/**
 * Something that this browser remembers for the person: widths, folded groups, the theme. Every use of a name shares one value, other tabs too.
 * @param name unique in the admin
 * @param initial where nothing is remembered; what is remembered must be of its kind (text, number, list, object …), else it is forgotten
 */
export function useLocalPreference<Value>(name: string, initial: Value): Ref<Value> {
  const existing = known.get(name)
  if (existing !== undefined) return existing as Ref<Value> // one name, one kind
  const preference = ref(read(name, initial)) as Ref<Value>
  const keep = (value: Value): void => localStorage.setItem(prefix + name, JSON.stringify(value))
  effectScope(true).run(() => watch(preference, keep, { deep: true, flush: 'sync' })) // it outlives the component that came first
  known.set(name, preference)
  return preference
}

globalThis.addEventListener('storage', ({ key }) => {
  const name = key?.startsWith(prefix) === true ? key.slice(prefix.length) : ''
  const preference = known.get(name)
  if (preference !== undefined) preference.value = read(name, preference.value)
})

function read<Value>(name: string, initial: Value): Value {
  const text = localStorage.getItem(prefix + name)
  if (text === null) return initial
  try {
    const value: unknown = JSON.parse(text)
    return sameKind(value, initial) ? (value as Value) : initial
  } catch {
    return initial // somebody else wrote there
  }
}

const sameKind = (value: unknown, initial: unknown): boolean =>
  initial === null ||
  (typeof value === typeof initial &&
    Array.isArray(value) === Array.isArray(initial) &&
    isObject(value) === isObject(initial))
