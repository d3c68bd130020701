import type { Json } from '../json/types.ts'
import { pointerTokens } from '../json/index.ts'

const plainName = /^[^\s.[\]"\p{Cc}]+$/u
const longestName = 128

/** A place in a value as people write it: `address.city`, `tags[2]`. */
export function fieldOf(value: Json, pointer: string): string {
  let field = ''
  let at: Json | undefined = value
  for (const token of pointerTokens(pointer)) {
    const isIndex = Array.isArray(at)
    field += isIndex ? `[${token}]` : named(token, field)
    at = memberOf(at, token)
  }
  return field
}

function named(token: string, before: string): string {
  const name = token.length > longestName ? `${token.slice(0, longestName)}…` : token
  if (!plainName.test(name)) return `[${JSON.stringify(name)}]`
  return before === '' ? name : `.${name}`
}

function memberOf(value: Json | undefined, token: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined
  return Array.isArray(value) ? value[Number(token)] : value[token]
}
