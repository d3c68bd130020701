import { computed, inject, provide, ref } from 'vue'
import type { InjectionKey, Ref } from 'vue'

type Target = Readonly<Ref<HTMLElement | string>>

const page = '#layers'
const key: InjectionKey<Target> = Symbol('layers')

/** Where menus and the like are put: into the dialog around them, for nothing outside an open dialog can be reached. */
export const useLayers = (): Target => inject(key, () => ref(page), true)

/** For dialogs: the element that takes what floats inside of them. */
export function provideLayers(element: Readonly<Ref<HTMLElement | null>>): void {
  provide(
    key,
    computed(() => element.value ?? page),
  )
}
