import { isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'
import { until } from '../../testing/internal/until.ts'

/** What the assertion says. */
export type Message = [] | [message: string]

/**
 * Assert what a page shows, or what the service stores, as soon as it does: the value is read again until it is the expected one. An action of a user
 * ends before its effect is visible, so a value that is read once after it can be the one before.
 * @param expected the value, or the form of a text
 */
export async function shows<Value>(
  t: Test,
  read: () => Value | Promise<Value>,
  expected: Value | RegExp,
  ...message: Message
): Promise<void> {
  const last = await readUntil(read, value =>
    expected instanceof RegExp ? expected.test(String(value)) : isDeepStrictEqual(value, expected),
  )
  if (expected instanceof RegExp) t.match(last, expected, ...message)
  else t.strictSame(last, expected, ...message)
}

/** As {@link shows}, for a part of the value: the properties that `pattern` has. */
export async function showsPart(
  t: Test,
  read: () => unknown,
  pattern: object | string,
  ...message: Message
): Promise<void> {
  t.match(await readUntil(read, value => hasPart(value, pattern)), pattern, ...message)
}

/** @returns the value that is right, or the last one */
async function readUntil<Value>(
  read: () => Value | Promise<Value>,
  isRight: (value: Value) => boolean,
): Promise<Value> {
  let last = await read()
  if (isRight(last)) return last
  await until(async () => isRight((last = await read()))).catch(() => undefined) // the assertion reports it
  return last
}

function hasPart(value: unknown, pattern: unknown): boolean {
  if (pattern instanceof RegExp) return pattern.test(String(value))
  if (typeof pattern === 'string' && typeof value === 'string') return value.includes(pattern)
  if (typeof pattern !== 'object' || pattern === null) return isDeepStrictEqual(value, pattern)
  if (typeof value !== 'object' || value === null) return false
  const parts = new Map(Object.entries(value))
  return Object.entries(pattern).every(([name, part]) => hasPart(parts.get(name), part))
}
