/** The message of an assertion, if it has one. */
type SuiteMessage = [] | [message: string]

/** A class of errors, whatever it is constructed from. */
type ErrorClass = new (...args: never[]) => Error

/** What the suite of stores needs of a test: methods that tap's `Test` has, so that users of the types need no tap. */
export interface SuiteTest {
  test(name: string, run: (t: SuiteTest) => Promise<void> | void): Promise<unknown>
  teardown(run: () => unknown): void
  comment(text: string): void
  pass(...name: SuiteMessage): boolean
  ok(value: unknown, ...name: SuiteMessage): boolean
  notOk(value: unknown, ...name: SuiteMessage): boolean
  equal(found: unknown, wanted: unknown, ...name: SuiteMessage): boolean
  not(found: unknown, unwanted: unknown, ...name: SuiteMessage): boolean
  same(found: unknown, wanted: unknown, ...name: SuiteMessage): boolean
  strictSame(found: unknown, wanted: unknown, ...name: SuiteMessage): boolean
  match(found: unknown, pattern: unknown, ...name: SuiteMessage): boolean
  rejects(promise: Promise<unknown>, ...wanted: [] | [RegExp | ErrorClass, ...SuiteMessage]): Promise<unknown>
}
