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
  await page.evaluate(axe)
  await inBothThemes(page, async theme => {
    const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run({ resultTypes: ['violations'] })`)
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    t.strictSame(grave.flatMap(inWords), [], `${screen} is accessible, ${theme}`)
  })
}

const inWords = ({ id, help, nodes }: Violation): string[] =>
  nodes.slice(0, 5).map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`)
