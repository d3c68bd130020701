import { setTimeout as wait } from 'node:timers/promises'

/**
 * Resolves when a condition is true; checks it repeatedly.
 * @throws when it is not true within two minutes: a machine on which twenty programs run needs half a minute to start two processes
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`it did not become true: ${condition.toString()}`)
    await wait(10)
  }
}
