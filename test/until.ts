import { setTimeout as wait } from 'node:timers/promises'

/**
 * Resolves when a condition is true; checks it repeatedly.
 * @throws when it is not true within 30 seconds: much longer than a busy machine needs, and less than the timeout of a test
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it did not come true: ${holds.toString()}`)
    await wait(10)
  }
}
