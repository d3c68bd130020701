/** Tell a listener something. If it throws, that ends neither what was told nor the others: its error becomes an uncaught one. @returns whether it did not */
export function apart(tell: () => void): boolean {
  try {
    tell()
    return true
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
    return false
  }
}
