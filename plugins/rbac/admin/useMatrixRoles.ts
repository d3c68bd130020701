import { computed, ref, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { administrator, useWide } from '../../../admin/src/index.ts'

/** Whose rights the matrix shows. */
export interface MatrixRoles {
  /** Those that rights are set for: the administrator needs none. */
  all: ComputedRef<readonly string[]>
  /** Those that there is room for: all, or one on a phone. */
  shown: ComputedRef<readonly string[]>
  isOneAtATime: ComputedRef<boolean>
  /** Look at this one, where there is room for one alone. */
  choose(role: string | null): void
}

/** See {@link MatrixRoles}. One that is added is looked at. */
export function useMatrixRoles(roles: () => readonly string[]): MatrixRoles {
  const isWide = useWide()
  const all = computed(() => roles().filter(role => role !== administrator))
  const chosen = ref<string | null>(null)
  const one = computed(() => all.value.find(role => role === chosen.value) ?? all.value[0])
  const shown = computed(() => (isWide.value ? all.value : all.value.filter(role => role === one.value)))
  const choose = (role: string | null): void => {
    chosen.value = role
  }
  watch(all, (now, before) => choose(now.find(role => !before.includes(role)) ?? chosen.value))
  return { all, shown, isOneAtATime: computed(() => !isWide.value), choose }
}
