import { computed, inject, provide, ref } from 'vue'
import type { InjectionKey, Ref } from 'vue'

type Target = Readonly<Ref<HTMLElement | string>>

const page = '#layers'
const key: InjectionKey<Target> = Symbol('layers')

/** The element that contains floating elements such as menus: the surrounding dialog, because an open dialog makes everything outside it inert. */
export const useLayers = (): Target => inject(key, () => ref(page), true)

/** Set the element that contains the floating elements of a dialog. */
export function provideLayers(element: Readonly<Ref<HTMLElement | null>>): void {
  provide(
    key,
    computed(() => element.value ?? page),
  )
}
