import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core'

/** Unexpected problems in a browser. */
export interface Problems {
  /** All problems so far, as text. */
  readonly found: readonly string[]
  /** Expect this problem from now on. */
  expect(...patterns: readonly RegExp[]): void
}

/** Chromium logs this for every status from 400; those responses are checked separately. */
const refusedAnswer = /^Failed to load resource: the server responded with a status of/

/** Messages that the document itself reports to the console, before any of its scripts run. */
const reportViolations = `addEventListener('securitypolicyviolation', event => {
  console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + (event.sample ?? ''))
})`

/**
 * Watch every page of a context: errors on the console, uncaught errors, violations of the content security policy, and responses that report a
 * failure of the service.
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
