import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useTypes } from '../../stores/types.ts'
import { usePresets } from '../presets/usePresets.ts'

/** The preset that every installation has from its first start. */
const first = 'core'

/** Whether the installation has only its initial types; undefined until that is known. */
export function useIsEmpty(): ComputedRef<boolean | undefined> {
  const types = useTypes()
  const presets = usePresets()
  return computed(() => {
    if (presets.data.value === undefined) return presets.error.value === null ? undefined : false
    const own = presets.data.value.find(({ name }) => name === first)?.types ?? []
    return types.all.every(({ slug }) => own.includes(slug))
  })
}
