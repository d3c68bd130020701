import { lintTemplate } from '../binding/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { findCssProblems } from '../template/html/css-syntax.ts'
import type { CompiledTemplate, SiteReader, SiteResource, TemplateProblem } from '../contract.ts'
import { labelOf } from './document/head.ts'
import { findAll, maxPages, oldestSite, readTheme, textOf } from './structure.ts'
import { fragmentsOf } from './document/theme.ts'
import type { Templates } from './document/templates.ts'

/** A part of a template, or of a theme, that does not work as written. */
export interface SiteProblem extends Omit<TemplateProblem, 'kind'> {
  /** URN of the template, or of the theme. */
  id: string
  /** The name of that template or theme. */
  name: string
  kind: TemplateProblem['kind'] | 'unused-slot' | 'invalid-css'
  /** The property of the template or theme that contains it. */
  field: string
  /** How often the same problem occurs there; the position is that of the first one. */
  count: number
}

type Unplaced = Omit<SiteProblem, 'id' | 'name' | 'field' | 'count'>

/**
 * Find everything in the templates of the site and in its theme that does not work as written, and the slots that they name but do not have.
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
  const found: SiteProblem[] = []
  const add = (template: SiteResource, problems: readonly Unplaced[]): void => {
    found.push(...placeProblems(template, theme, problems))
  }
  for (const template of await findAll(structure, ['web-page-template'], maxPages, deadline))
    add(template, problemsOf(template, templates.compile({ template, theme }), types))
  if (theme !== undefined) add(theme, themeProblems(theme, templates))
  return groupProblems(found)
}

/** What does not work in a template as it is compiled with its theme. */
export const problemsOf = (
  template: SiteResource | undefined,
  compiled: CompiledTemplate,
  types: readonly ResourceType[],
): Unplaced[] => {
  const slots = template === undefined ? [] : slotsOf(template)
  return [...lintTemplate(compiled, types, slots), ...unusedSlots(compiled, slots)]
}

/** What does not work in a theme by itself: its styles, and fragments whether or not a template uses them. */
export const themeProblems = (theme: SiteResource, templates: Templates): Unplaced[] => [
  ...findCssProblems(textOf(theme, 'styles') ?? '').map(problem => ({ kind: 'invalid-css' as const, ...problem })),
  ...Object.keys(fragmentsOf(theme)).flatMap(name => templates.compileFragment(theme, name).problems),
]

/** @param owner contains the problems that are not in a fragment of the theme */
export const placeProblems = (
  owner: SiteResource,
  theme: SiteResource | undefined,
  problems: readonly Unplaced[],
): SiteProblem[] =>
  problems.map(problem => {
    const place = problem.fragment === undefined || theme === undefined ? owner : theme
    return { id: place.id, name: labelOf(place), field: fieldOf(problem), ...problem, count: 1 }
  })

function fieldOf({ kind, fragment }: Unplaced): string {
  if (kind === 'invalid-css') return 'styles'
  if (fragment !== undefined) return 'fragments'
  return kind === 'unused-slot' ? 'slots' : 'templateBody'
}

/** One problem for all that are the same apart from their positions. A problem in a fragment is found with each template that uses it. */
export function groupProblems(problems: readonly SiteProblem[]): SiteProblem[] {
  const groups = new Map<string, SiteProblem>()
  const distinct = new Map(problems.map(problem => [JSON.stringify(problem), problem]))
  for (const problem of distinct.values()) {
    const { id, kind, fragment, message } = problem
    const key = JSON.stringify([id, kind, fragment, message])
    const first = groups.get(key)
    if (first === undefined) groups.set(key, { ...problem })
    else first.count += 1
  }
  return [...groups.values()]
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
