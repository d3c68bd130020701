import { ref } from 'vue'

/** Errors of imports: a file of the admin could not be loaded, usually because a newer version was installed since the page was opened. */
const errors = new WeakSet<object>()

/** Whether a file of the admin could not be loaded since the page was opened. */
export const isCodeMissing = ref(false)

/** Whether an error means that a file of the admin could not be loaded. */
export const isMissingCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && errors.has(error)

/** Notice failed imports from now on, wherever the code is imported. */
export function watchImports(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    errors.add(payload)
    isCodeMissing.value = true
  })
}
