import type { Test } from 'tap'

/** Advances `Date.now` without waiting, until the end of the test. */
export function movableClock(t: Test): { pass(ms: number): void } {
  const real = Date.now
  let passed = 0
  Date.now = () => real() + passed
  t.teardown(() => {
    Date.now = real
  })
  return {
    pass(ms) {
      passed += ms
    },
  }
}
