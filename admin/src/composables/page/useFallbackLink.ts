import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { t } from '../../i18n/index.ts'
import { typePlural } from '../../schema/index.ts'
import { useMe } from '../../stores/me.ts'
import { useTypes } from '../../stores/types.ts'
import { usePlaces } from './usePlaces.ts'

/**
 * The link to offer when a page does not exist or is not allowed: the list of a type if the user can read it, otherwise home.
 * @param list address of that list; by default the whole list
 */
export function useFallbackLink(
  slug: () => string,
  list?: () => RouteLocationRaw | undefined,
): ComputedRef<{ label: string; to: RouteLocationRaw } | undefined> {
  const me = useMe()
  const types = useTypes()
  const places = usePlaces()
  return computed(() => {
    const type = types.get(slug())
    const to = list === undefined ? places.list(slug()) : list()
    if (to !== undefined && type !== undefined && me.can('odrl:read', slug()))
      return { label: t('ui.openList', { name: typePlural(type) }), to }
    const home = places.home()
    return home === undefined ? undefined : { label: t('frame.goHome'), to: home }
  })
}
