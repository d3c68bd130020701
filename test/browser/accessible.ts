import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { inBothThemes } from './shots.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Contrast is most of the work: axe-core looks for what lies behind each text. Texts with the same colours, font and backgrounds have the same contrast,
 * so each combination is checked three times per page instead of in every cell of a table.
 */
const contrastOncePerLook = `{
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  const { matches } = rule
  const ofText = ['color', 'fontSize', 'fontWeight', 'textShadow', 'webkitTextFillColor']
  const ofBackground =
    ['backgroundColor', 'backgroundImage', 'opacity', 'filter', 'mixBlendMode', 'position', 'zIndex', 'visibility', 'clipPath']
  const styleOf = (element, names) => {
    const style = getComputedStyle(element)
    return names.map(name => style[name]).join()
  }
  let run, backgrounds, counts
  const backgroundOf = element => {
    if (element === null) return ''
    if (!backgrounds.has(element))
      backgrounds.set(element, styleOf(element, ofBackground) + '/' + backgroundOf(element.parentElement))
    return backgrounds.get(element)
  }
  const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === 3 && /\\S/.test(data))
  rule.matches = function (element, node, context) {
    if (/^(?:input|select|textarea)$/.test(element.localName)) return matches.call(this, element, node, context)
    if (!hasText(element)) return false
    if (context !== run) [run, backgrounds, counts] = [context, new Map(), new Map()]
    const look = styleOf(element, ofText) + backgroundOf(element)
    const count = counts.get(look) ?? 0
    if (count === 3 || !matches.call(this, element, node, context)) return false
    counts.set(look, count + 1)
    return true
  }
}`

/** Rules whose violations are minor or moderate are not run, because they are not reported. */
const seriousOnly = `axe.configure({
  rules: axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => ({ id, enabled: false })),
})`

interface Violation {
  id: string
  impact: string | null
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** The theme changes only colours; all other problems are found in the light theme. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * axe-core finds nothing serious or critical on the page, in the light and the dark theme. It runs when nothing is loading,
 * because rows that are about to be replaced are dimmed.
 */
export async function noViolations(t: Test, page: Page, screen: string): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await inBothThemes(page, async theme => {
    const options = theme === 'light' ? {} : { only: rulesOfColours }
    t.strictSame(await violationsOf(page, options), [], `${screen} is accessible, ${theme}`)
  })
}

/** Serious and critical violations that axe-core finds on the current page, as text. @param options all rules except `without`, or `only` these */
export async function violationsOf(
  page: Page,
  { only, without = [] }: { only?: readonly string[]; without?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`)))
    await page.evaluate(`${axe}\n;${seriousOnly}\n${contrastOncePerLook}`)
  const rules = Object.fromEntries(without.map(rule => [rule, { enabled: false }]))
  const runOnly = only && { type: 'rule', values: only }
  const options = JSON.stringify({ resultTypes: ['violations'], rules, runOnly })
  const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${options})`)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(inWords)
}

const inWords = ({ id, help, nodes }: Violation): string[] =>
  nodes.slice(0, 5).map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`)
