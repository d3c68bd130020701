let isLeaving = false

/** Whether the page is being left for another address by {@link leaveFor}. */
export const isLeavingPage = (): boolean => isLeaving

/** Leave without the browser's question, for signing in again: the drafts keep the input. */
export function leaveFor(address: string): void {
  isLeaving = true
  location.assign(address)
}
