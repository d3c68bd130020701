import { ref } from 'vue'
import type { Ref } from 'vue'

/** What is dragged: a type, or a group. */
export type Dragged = { kind: 'type'; slug: string } | { kind: 'group'; id: number }

/** Where it would be put: into a group (undefined: none) before the type at this place; for a group, before the group at this place. */
export interface Target {
  group: number | undefined
  at: number
}

/** Dragging with a mouse, of types between groups and of groups. The keyboard has keys of its own. */
export interface Dragging {
  dragged: Ref<Dragged | undefined>
  target: Ref<Target | undefined>
  start(event: DragEvent, what: Dragged): void
  /** Over a row or a group; before it in its upper half, else after it. */
  over(event: DragEvent, kind: Dragged['kind'], group: number | undefined, at: number): void
  end(): void
  drop(event: DragEvent): void
}

/** See {@link Dragging}. @param put what was dragged, and where */
export function useDragging(put: (what: Dragged, where: Target) => void): Dragging {
  const dragged = ref<Dragged>()
  const target = ref<Target>()

  function start(event: DragEvent, what: Dragged): void {
    dragged.value = what
    if (event.dataTransfer === null) return
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', what.kind === 'type' ? what.slug : String(what.id))
  }

  function over(event: DragEvent, kind: Dragged['kind'], group: number | undefined, at: number): void {
    if (dragged.value?.kind !== kind || !(event.currentTarget instanceof HTMLElement)) return
    event.preventDefault()
    event.stopPropagation()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    target.value = { group, at: event.clientY > top + height / 2 ? at + 1 : at }
  }

  function end(): void {
    dragged.value = undefined
    target.value = undefined
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    const [what, where] = [dragged.value, target.value]
    end()
    if (what !== undefined && where !== undefined) put(what, where)
  }

  return { dragged, target, start, over, end, drop }
}
