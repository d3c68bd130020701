import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useTypes } from '../../stores/types.ts'
import { usePresets } from '../presets/usePresets.ts'

/** The preset that every installation has from its first start on. */
const first = 'core'

/** Whether nobody has made anything of this installation yet; undefined while that is not known. */
export function useIsEmpty(): ComputedRef<boolean | undefined> {
  const types = useTypes()
  const presets = usePresets()
  return computed(() => {
    if (presets.data.value === undefined) return presets.error.value === null ? undefined : false
    const own = presets.data.value.find(({ name }) => name === first)?.types ?? []
    return types.all.every(({ slug }) => own.includes(slug))
  })
}
