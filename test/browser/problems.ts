import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core'

/** What went wrong in a browser that no test asked for. */
export interface Problems {
  /** Everything so far, in words. */
  readonly found: readonly string[]
  /** From now on this may happen: the test is about it. */
  expect(...patterns: readonly RegExp[]): void
}

/** Said by Chromium of every answer from 400 on; those are looked at as answers. */
const refusedAnswer = /^Failed to load resource: the server responded with a status of/

/** Reported to the console by the document itself, before any script of it runs. */
const reportViolations = `addEventListener('securitypolicyviolation', event => {
  console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + (event.sample ?? ''))
})`

/**
 * Watch every page of a context: errors on the console, errors that nothing caught, what the content security policy stopped, and answers
 * that say that the service failed.
 */
export async function watchProblems(context: BrowserContext): Promise<Problems> {
  const found: string[] = []
  const expected: RegExp[] = []
  const note = (problem: string): void => {
    if (!expected.some(pattern => pattern.test(problem))) found.push(problem)
  }
  await context.addInitScript(reportViolations)
  const watch = (page: Page): void => {
    page.on('console', message => {
      if (isProblem(message)) note(`console: ${message.text()}`)
    })
    page.on('pageerror', error => note(`uncaught: ${error.stack ?? error.message}`))
    page.on('crash', () => note('the page crashed'))
    page.on('response', response => {
      if (response.status() >= 500) note(`${response.status()}: ${response.request().method()} ${response.url()}`)
    })
  }
  context.on('page', watch)
  return { found, expect: (...patterns) => expected.push(...patterns) }
}

const isProblem = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && !refusedAnswer.test(message.text())
