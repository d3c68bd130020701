import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { inBothThemes } from './shots.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** axe-core finds nothing serious or critical on the page as it is now, in the light and in the dark. */
export async function noViolations(t: Test, page: Page, screen: string): Promise<void> {
  await inBothThemes(page, async theme => {
    t.strictSame(await violationsOf(page), [], `${screen} is accessible, ${theme}`)
  })
}

/** What axe-core finds on the page as it is now that is serious or critical, in words. @param without rules that are left out */
export async function violationsOf(page: Page, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const rules = Object.fromEntries(without.map(rule => [rule, { enabled: false }]))
  const options = JSON.stringify({ resultTypes: ['violations'], rules })
  const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${options})`)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(inWords)
}

const inWords = ({ id, help, nodes }: Violation): string[] =>
  nodes.slice(0, 5).map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`)
