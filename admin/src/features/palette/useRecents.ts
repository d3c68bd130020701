import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useLocalPreference } from '../../composables/page/useLocalPreference.ts'
import { useMe } from '../../stores/me.ts'

/** A recently chosen command; resources with their names, which are not requested again. */
export interface Recent {
  id: string
  label: string
}

const maxRecents = 6

/** What the user chose recently in the palette, latest first; stored in this browser. */
export function useRecents(): { recents: ComputedRef<readonly Recent[]>; note(recent: Recent): void } {
  const me = useMe()
  const kept = useLocalPreference<Recent[]>(`palette.${me.me?.id ?? ''}`, [])
  return {
    recents: computed(() => kept.value.filter(one => typeof one?.id === 'string' && typeof one.label === 'string')),
    note: ({ id, label }) => {
      kept.value = [{ id, label }, ...kept.value.filter(one => one.id !== id)].slice(0, maxRecents)
    },
  }
}
