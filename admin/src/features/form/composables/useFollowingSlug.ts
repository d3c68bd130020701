import { computed, watch } from 'vue'
import type { ShallowRef } from 'vue'
import type { JsonObject, Problem, ResourceType } from '../../../api/index.ts'
import { displayProperty, propertiesOf } from '../../../schema/index.ts'
import { namesFrom, slugProperty as slug } from '../../../schema/names.ts'

/** Derive the end of the address of a new resource from its name, until the user types another one. */
export function useFollowingSlug(type: () => ResourceType | undefined, data: ShallowRef<JsonObject>) {
  /** The property with the name, and how long an address can be; undefined where no address follows a name. */
  const followed = computed(() => {
    const properties = propertiesOf(type()?.schema)
    const property = properties.find(({ name, kind }) => name === slug && kind === 'text')
    const names = properties.map(({ name }) => name)
    const name = displayProperty(type()?.schema, names)
    const max = property?.schema['maxLength']
    return property && name !== undefined ? { name, max: typeof max === 'number' ? max : undefined } : undefined
  })
  /** The address that follows from the name in the data. */
  const derive = (from: JsonObject, room = 0): string => {
    const { name = '', max = Number.POSITIVE_INFINITY } = followed.value ?? {}
    return namesFrom(textIn(from, name), max - room).address
  }

  watch(data, (now, before) => {
    if (followed.value === undefined) return
    const suggested = derive(now)
    const isFollowing = textIn(before, slug) === derive(before) && now[slug] === before[slug]
    if (!isFollowing || textIn(now, slug) === suggested) return
    const { [slug]: _before, ...rest } = now
    data.value = suggested === '' ? rest : { ...rest, [slug]: suggested }
  })

  return {
    /** Whether it is derived from the name, and a problem says that another resource has it. */
    isTaken: ({ pointer, code }: Problem) =>
      pointer === `/${slug}` &&
      code === 'not-unique' &&
      followed.value !== undefined &&
      textIn(data.value, slug) === derive(data.value),
    /** The data with something behind the address. */
    withEnd: (end: string) => ({ ...data.value, [slug]: `${derive(data.value, end.length)}${end}` }),
  }
}

function textIn(data: JsonObject, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}
