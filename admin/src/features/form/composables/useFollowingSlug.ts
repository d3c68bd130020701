import { computed, watch } from 'vue'
import type { ShallowRef } from 'vue'
import type { JsonObject, Problem, ResourceType } from '../../../api/index.ts'
import { displayProperty, propertiesOf } from '../../../schema/index.ts'
import { namesFrom, slugProperty as slug } from '../../../schema/names.ts'

/** The end of the address of a new resource. */
export interface FollowingSlug {
  /** Whether it is derived from the name, and a problem says that another resource has it. */
  isTaken(problem: Problem): boolean
  /** The data with a number at the end of the address. */
  numbered(number: number): JsonObject
}

/** Derive the end of the address of a new resource from its name, until the user types another one. */
export function useFollowingSlug(type: () => ResourceType | undefined, data: ShallowRef<JsonObject>): FollowingSlug {
  /** The property with the name; undefined where no address follows it. */
  const named = computed(() => {
    const properties = propertiesOf(type()?.schema)
    const hasSlug = properties.some(({ name, kind }) => name === slug && kind === 'text')
    const names = properties.map(property => property.name)
    return hasSlug ? displayProperty(type()?.schema, names) : undefined
  })

  watch(data, (now, before) => {
    const { value: name } = named
    if (name === undefined) return
    const { address: suggested } = namesFrom(textIn(now, name))
    const isFollowing = textIn(before, slug) === namesFrom(textIn(before, name)).address && now[slug] === before[slug]
    if (!isFollowing || textIn(now, slug) === suggested) return
    const { [slug]: _before, ...rest } = now
    data.value = suggested === '' ? rest : { ...rest, [slug]: suggested }
  })

  return {
    isTaken: ({ pointer, code }) =>
      pointer === `/${slug}` &&
      code === 'not-unique' &&
      named.value !== undefined &&
      textIn(data.value, slug) === namesFrom(textIn(data.value, named.value)).address,
    numbered: number => ({ ...data.value, [slug]: `${textIn(data.value, slug)}-${number}` }),
  }
}

function textIn(data: JsonObject, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}
