import { computed, onMounted, shallowRef, useId } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'

/** Longer texts are edited in the plain field. */
const maxLength = 1_000_000

/** An editor that replaces a plain field once it is loaded. */
interface LoadedEditor<Editor> {
  /** Undefined until it is loaded, and for texts that are too long for it. */
  editor: ComputedRef<Editor | undefined>
  id: ComputedRef<string>
  /** The selection in the plain field at the time the editor replaces it. */
  selection: Readonly<ShallowRef<{ anchor: number; head: number } | undefined>>
}

/** See {@link LoadedEditor}. The plain field is sufficient where the editor cannot be loaded. */
export function useLoadedEditor<Editor>(
  props: { id?: string | undefined },
  model: Readonly<Ref<string>>,
  load: () => Promise<Editor>,
): LoadedEditor<Editor> {
  const loaded = shallowRef<Editor>()
  const selection = shallowRef<{ anchor: number; head: number }>()
  const made = useId()
  const id = computed(() => props.id ?? made)
  const isLong = computed(() => model.value.length > maxLength)
  onMounted(async () => {
    if (isLong.value) return
    const editor = await load().catch(() => undefined)
    const plain = document.getElementById(id.value)
    if (plain instanceof HTMLTextAreaElement && plain === document.activeElement)
      selection.value = { anchor: plain.selectionStart, head: plain.selectionEnd }
    loaded.value = editor
  })
  return { editor: computed(() => (isLong.value ? undefined : loaded.value)), id, selection }
}
