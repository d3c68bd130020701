import { useMediaQuery } from '@vueuse/core'
import type { ComputedRef } from 'vue'

/** Whether there is room for a table; below it a list has rows of two lines. */
export const useWide = (): ComputedRef<boolean> => useMediaQuery('(width >= 720px)')
