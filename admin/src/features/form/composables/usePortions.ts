import { computed, nextTick, ref } from 'vue'
import { whenIdle } from '../../../composables/page/whenIdle.ts'

/** Fields that are rendered at once: what a screen shows. */
const portion = 16

/** Fields in portions: the first at once, the others in their order when the browser is idle. */
export function usePortions() {
  const allowed = ref(portion)
  let reserved = 0
  let isGrowing = false
  const growLater = (): void => {
    if (isGrowing || reserved <= allowed.value) return
    isGrowing = true
    whenIdle(() => void grow())
  }
  async function grow(): Promise<void> {
    allowed.value += portion
    await nextTick() // a group that is rendered now takes places for its fields
    isGrowing = false
    if (reserved <= allowed.value) allowed.value = Infinity
    growLater()
  }
  return {
    /** Take the next places. @returns how many of them are rendered by now */
    reserve(count: () => number) {
      const begin = reserved
      reserved += count()
      growLater()
      return computed(() => Math.max(0, Math.min(count(), allowed.value - begin)))
    },
    /** Render all. */
    finish: () => void (allowed.value = Infinity),
  }
}
