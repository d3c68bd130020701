import { computed, onMounted, shallowRef, useId } from 'vue'
import type { Ref } from 'vue'

/** Longer texts are edited in the plain field. */
const maxLength = 1_000_000

/** An editor that replaces a plain field once it is loaded. The plain field is sufficient where the editor cannot be loaded. */
export function useLoadedEditor<Editor>(
  props: { id?: string | undefined },
  model: Readonly<Ref<string>>,
  load: () => Promise<Editor>,
) {
  const loaded = shallowRef<Editor>()
  /** The selection in the plain field at the time the editor replaces it. */
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
  /** Undefined until it is loaded, and for texts that are too long for it. */
  const editor = computed(() => (isLong.value ? undefined : loaded.value))
  return { editor, id, selection }
}
