export { compilePattern, guessCost, readPattern } from './compile-pattern.ts'
export type { Pattern } from './compile-pattern.ts'
export { PatternRefused } from './unicode-pattern.ts'
