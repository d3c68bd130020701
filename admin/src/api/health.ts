/** Whether the service and its store can be reached. */
export async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/api/health/ready')).ok
  } catch {
    return false // no answer is an answer here
  }
}
