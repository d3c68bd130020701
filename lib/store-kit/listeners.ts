/**
 * Call a listener. An error that it throws affects neither the caller nor other listeners: it becomes an uncaught error.
 * @returns whether it returned without an error
 */
export function callListener(call: () => void): boolean {
  try {
    call()
    return true
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
    return false
  }
}
