import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useLocalPreference } from '../../composables/page/useLocalPreference.ts'
import { useMe } from '../../stores/me.ts'

/** What was chosen lately; resources with what they are called, for they are not asked for again. */
export interface Recent {
  id: string
  label: string
}

const maxRecents = 6

/** What this person chose lately in the palette, the last one first; kept in this browser. */
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
