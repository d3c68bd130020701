import { setImmediate as turn } from 'node:timers/promises'
import { isExactly, typesNamed } from '../binding/schema-org.ts'
import { maxSkipped } from '../binding/reader.ts'
import { lintTemplate, templatePlaceOf } from '../binding/lint.ts'
import type { ResourceType } from '../../types/contract.ts'
import { findCssProblems } from '../template/html/css-syntax.ts'
import type { CompiledTemplate, SiteReader, SiteResource, TemplateProblem } from '../contract.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { ListedType } from './addresses/addresses.ts'
import { pathOf, unusableSlugOf } from './addresses/details.ts'
import type { DetailPages } from './addresses/details.ts'
import { labelOf } from './document/head.ts'
import { oldestSite, pageSlug, readTheme, textOf, walkTemplates } from './structure.ts'
import { fragmentsOf } from './document/theme.ts'
import type { Templates } from './document/templates.ts'

/** A part of a template, or of a theme, that does not work as written. */
export interface SiteProblem extends Omit<TemplateProblem, 'kind'> {
  /** URN of the template, or of the theme. */
  id: string
  /** The name of that template or theme. */
  name: string
  kind: TemplateProblem['kind'] | 'unused-slot' | 'invalid-css' | 'incomplete-list' | 'unusable-slug'
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
  for await (const template of walkTemplates(structure)) {
    const compiled = templates.compile({ template, theme })
    add(template, problemsOf(template, compiled, types))
    add(template, await incompleteLists(compiled, content))
    await turn()
  }
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

/** Counting takes longer than a page may, but no visitor waits for it. */
const maxCountMs = 10_000

/** Lists with pages that have more items than their pages can show. Those inside of other elements depend on the resource around them. */
async function incompleteLists(compiled: CompiledTemplate, content: SiteReader): Promise<Unplaced[]> {
  const types = await content.types()
  const found: Unplaced[] = []
  for (const { index, entity, list, paging, parameters } of compiled.program.root.entities) {
    const limit = list ?? 1
    const named = typesNamed(entity, types)
    const place = compiled.entities[index]
    if (paging?.hasPages !== true || named.length === 0 || place === undefined) continue
    const exact = named.filter(type => isExactly(type, entity))
    const shown = (Math.floor(maxSkipped / limit) + 1) * limit
    const query = { types: exact.length > 0 ? exact : named, parameters, limit: 1, count: shown }
    const { resources, total, problems } = await content.find(query, performance.now() + maxCountMs)
    if (resources.length === 0 || total !== undefined || problems.length > 0) continue
    const message = `the pages of the list of "${entity}" show its first ${shown} items: there are more`
    found.push({ kind: 'incomplete-list', message, ...templatePlaceOf(place) })
  }
  return found
}

const maxNamed = 20

/** The resources whose slug cannot be part of their address; of each type the first ones. */
export async function findUnusableSlugs(
  listed: readonly ListedType[],
  details: DetailPages,
  isAtRoot: boolean,
): Promise<SiteProblem[]> {
  const found: SiteProblem[] = []
  for (const { type, reader } of listed) {
    if (hasSafeSlugs(type)) continue
    let count = 0
    for await (const portion of reader.walk(type)) {
      for (const resource of portion) {
        const slug = unusableSlugOf(resource, isAtRoot)
        if (slug === undefined) continue
        count += 1
        if (count <= maxNamed) found.push(unusableSlug(resource, slug, details))
      }
    }
    const last = found.at(-1)
    if (count > maxNamed && last !== undefined)
      found.push({ ...last, name: type.slug, message: `${count - maxNamed} more slugs cannot be addresses`, count: 1 })
  }
  return found
}

function unusableSlug(resource: SiteResource, slug: string, details: DetailPages): SiteProblem {
  const path = resource.type.slug === pageSlug ? undefined : pathOf(resource, details)
  const result = path === undefined ? 'the page is left out' : `the address is ${path}`
  const message = `the slug ${JSON.stringify(slug.slice(0, 100))} cannot be ${path === undefined ? 'an address' : 'part of an address'}: ${result}`
  const { id } = resource
  return { id, name: labelOf(resource), kind: 'unusable-slug', field: 'slug', message, count: 1 }
}

const maxSafeLength = 200

/** Slugs of lower-case letters, digits and hyphens, as those of the presets: no resource needs to be looked at. */
function hasSafeSlugs({ schema }: ResourceType): boolean {
  const properties = schema?.['properties']
  const slug = isObject(properties) ? properties['slug'] : undefined
  if (!isObject(slug) || slug['pattern'] !== '^[a-z0-9]+(-[a-z0-9]+)*$') return false
  return typeof slug['maxLength'] === 'number' && slug['maxLength'] <= maxSafeLength
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
