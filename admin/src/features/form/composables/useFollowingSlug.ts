import { watch } from 'vue'
import type { ShallowRef } from 'vue'
import type { JsonObject, ResourceType } from '../../../api/index.ts'
import { displayProperty, propertiesOf } from '../../../schema/index.ts'
import { namesFrom, slugProperty as slug } from '../../../schema/names.ts'

/** Derive the short name of a new resource from its name, until the user types another one. */
export function useFollowingSlug(type: () => ResourceType | undefined, data: ShallowRef<JsonObject>): void {
  watch(data, (now, before) => {
    const properties = propertiesOf(type()?.schema)
    const hasSlug = properties.some(({ name, kind }) => name === slug && kind === 'text')
    const name = displayProperty(
      type()?.schema,
      properties.map(property => property.name),
    )
    if (!hasSlug || name === undefined) return
    const { address: suggested } = namesFrom(textIn(now, name))
    const isFollowing = textIn(before, slug) === namesFrom(textIn(before, name)).address && now[slug] === before[slug]
    if (!isFollowing || textIn(now, slug) === suggested) return
    const { [slug]: _before, ...rest } = now
    data.value = suggested === '' ? rest : { ...rest, [slug]: suggested }
  })
}

function textIn(data: JsonObject, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}
