import { computed, ref, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { useWide } from '../../../admin/src/index.ts'
import { administrator } from './rights.ts'

/** The roles that the matrix shows. */
export interface MatrixRoles {
  /** The roles that can have policies: all except the administrator. */
  all: ComputedRef<readonly string[]>
  /** The visible roles: all, or one on a phone. */
  shown: ComputedRef<readonly string[]>
  isOneAtATime: ComputedRef<boolean>
  /** Show this role, where only one is visible. */
  choose(role: string | null): void
}

/** See {@link MatrixRoles}. An added role becomes visible. */
export function useMatrixRoles(roles: () => readonly string[]): MatrixRoles {
  const isWide = useWide()
  const all = computed(() => roles().filter(role => role !== administrator))
  const chosen = ref<string | null>(null)
  const visibleRole = computed(() => all.value.find(role => role === chosen.value) ?? all.value[0])
  const shown = computed(() => (isWide.value ? all.value : all.value.filter(role => role === visibleRole.value)))
  const choose = (role: string | null): void => {
    chosen.value = role
  }
  watch(all, (now, before) => choose(now.find(role => !before.includes(role)) ?? chosen.value))
  return { all, shown, isOneAtATime: computed(() => !isWide.value), choose }
}
