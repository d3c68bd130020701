import { setTimeout as wait } from 'node:timers/promises'

/**
 * Resolves when something holds, which is asked again and again.
 * @throws when it does not hold within 30 seconds: many times what a busy machine needs, and less than a test has
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it did not come true: ${holds.toString()}`)
    await wait(10)
  }
}
