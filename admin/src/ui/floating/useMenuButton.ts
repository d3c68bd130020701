import { computed, ref, shallowRef, useId } from 'vue'

/** A button that opens a `MenuPanel`. */
export function useMenuButton() {
  const id = useId()
  /** The button, after it was focused or pressed. The panel is created only then, because a page can have hundreds of buttons. */
  const element = shallowRef<HTMLElement>()
  const open = ref(false)

  function setElement({ currentTarget }: Event): void {
    if (currentTarget instanceof HTMLElement) element.value = currentTarget
  }

  function toggle(event: Event): void {
    if (event.defaultPrevented) return
    setElement(event)
    open.value = !open.value
  }

  function openByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown') return
    toggle(event)
    event.preventDefault()
  }

  /** Attributes for the button. */
  const attributes = computed(() => ({
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': open.value,
    'aria-controls': open.value ? `${id}-menu` : undefined,
    'data-state': open.value ? 'open' : 'closed',
    onFocus: setElement,
    onPointerdown: setElement,
    onClick: toggle,
    onKeydown: openByKey,
  }))
  return { attributes, element, open }
}
