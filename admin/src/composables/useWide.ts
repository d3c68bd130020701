import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'

/** Whether there is room for a table; below it a list has rows of two lines. */
export function useWide(): Readonly<Ref<boolean>> {
  const query = matchMedia('(width >= 720px)')
  const isWide = ref(query.matches)
  const follow = (): boolean => (isWide.value = query.matches)
  query.addEventListener('change', follow)
  onScopeDispose(() => query.removeEventListener('change', follow))
  return readonly(isWide)
}
