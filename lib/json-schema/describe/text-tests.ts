import { compilePattern, PatternRefused } from '../../pattern/index.ts'
import { hasFormat } from '../compile/formats.ts'
import type { TextTest } from './document.ts'
import { attempt, insteadOf } from '../../errors/index.ts'

const patterns = new Map<string, (text: string) => boolean | undefined>()

/** Tests texts as the service does. A pattern that it refuses, as a schema in the making may have one, is not known to fail. */
export const testText: TextTest = (keyword, value, text) => {
  if (keyword === 'format') return hasFormat(text, value)
  const test = patterns.get(value) ?? testOf(value)
  patterns.set(value, test)
  return test(text)
}

const testOf = (pattern: string): ((text: string) => boolean | undefined) =>
  attempt(
    () => compilePattern(pattern).test,
    insteadOf(PatternRefused, () => undefined),
  )
