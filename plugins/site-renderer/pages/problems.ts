import { lintTemplate } from '../binding/index.ts'
import type { CompiledTemplate, SiteReader, SiteResource, TemplateProblem } from '../contract.ts'
import { labelOf } from './document/head.ts'
import { findAll, maxPages, oldestSite, readTheme } from './structure.ts'
import type { Templates } from './document/templates.ts'

/** A part of a template, or of its fragments, that does not work as written. */
export interface SiteProblem extends Omit<TemplateProblem, 'kind'> {
  /** URN of the template, or of the theme that contains the fragment. */
  id: string
  /** The name of that template or theme. */
  name: string
  kind: TemplateProblem['kind'] | 'unused-slot'
}

type Unplaced = Omit<SiteProblem, 'id' | 'name'>

/**
 * Find everything in the templates of the site that does not work as written, and the slots that they name but do not have.
 * @param structure reads templates and themes
 * @param content reads the resources that the site shows
 */
export async function findProblems(
  structure: SiteReader,
  content: SiteReader,
  templates: Templates,
  deadline: number,
): Promise<SiteProblem[]> {
  const theme = await readTheme(structure, await oldestSite(structure, deadline))
  const types = await content.types()
  const found = new Map<string, SiteProblem>()
  for (const template of await findAll(structure, ['web-page-template'], maxPages, deadline)) {
    const compiled = templates.compile({ template, theme })
    const slots = slotsOf(template)
    const problems: Unplaced[] = [...lintTemplate(compiled, types, slots), ...unusedSlots(compiled, slots)]
    for (const problem of problems) {
      const owner = problem.fragment === undefined || theme === undefined ? template : theme
      const named = { id: owner.id, name: labelOf(owner), ...problem }
      found.set(JSON.stringify(named), named) // a problem in a fragment is found with each template
    }
  }
  return [...found.values()]
}

const slotsOf = ({ data }: SiteResource): string[] =>
  Array.isArray(data['slots']) ? data['slots'].filter(slot => typeof slot === 'string') : []

function unusedSlots({ slots, entities }: CompiledTemplate, named: readonly string[]): Unplaced[] {
  const shown = slots.filter(({ entity }) => entity === undefined).map(({ path }) => path[0])
  const entered = entities.filter(({ parent }) => parent === undefined).map(({ entity }) => entity.split('.')[0])
  const used = new Set([...shown, ...entered])
  return named
    .filter(name => !used.has(name.split('.')[0]))
    .map(name => ({ kind: 'unused-slot', message: `the template names the slot ${name}, but has no element for it` }))
}
