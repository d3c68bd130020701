/** What the suite of stores needs of a test: methods that tap's `Test` has, so that users of the types need no tap. */
export interface SuiteTest {
  test(name: string, run: (t: SuiteTest) => Promise<void> | void): Promise<unknown>
  teardown(run: () => unknown): void
  comment(text: string): void
  pass(name?: string): boolean
  ok(value: unknown, name?: string): boolean
  notOk(value: unknown, name?: string): boolean
  equal(found: unknown, wanted: unknown, name?: string): boolean
  not(found: unknown, unwanted: unknown, name?: string): boolean
  same(found: unknown, wanted: unknown, name?: string): boolean
  strictSame(found: unknown, wanted: unknown, name?: string): boolean
  match(found: unknown, pattern: unknown, name?: string): boolean
  rejects(promise: Promise<unknown>, wanted?: unknown, name?: string): Promise<unknown>
}
