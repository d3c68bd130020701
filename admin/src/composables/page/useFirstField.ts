import { nextTick, onMounted } from 'vue'

/**
 * Focus the first field of a part of the page when it is shown; `autofocus` does that only in a dialog.
 * @returns focuses it again
 */
export function useFirstField(part: () => ParentNode | null): () => Promise<void> {
  async function focus(): Promise<void> {
    await nextTick()
    part()?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)')?.focus()
  }
  onMounted(focus)
  return focus
}
