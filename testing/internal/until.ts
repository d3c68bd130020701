import { setTimeout as wait } from 'node:timers/promises'

/**
 * Resolves when a condition is true; checks it repeatedly.
 * @throws when it is not true within two minutes: a machine on which twenty programs run needs half a minute to start two processes
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it did not come true: ${holds.toString()}`)
    await wait(10)
  }
}
