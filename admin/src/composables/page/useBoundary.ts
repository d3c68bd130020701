import { onErrorCaptured, ref } from 'vue'
import type { Ref } from 'vue'

/** Errors of handlers leave what is shown as it is; in production Vue names them by number. */
const ofHandlers = /event handler|runtime-[56]$/

/** Keep an error while rendering from the page around the component. @returns how often one of the components below has failed */
export function useBoundary(): Ref<number> {
  const failures = ref(0)
  onErrorCaptured((error, _instance, info) => {
    if (ofHandlers.test(info)) return true
    reportError(error)
    failures.value++
    return false
  })
  return failures
}
