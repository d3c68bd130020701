import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../../kernel/index.ts'
import type { Contribution } from '../../kernel/index.ts'
import { systemCodeOf } from '../../lib/errors/index.ts'
import { parseJson } from '../../lib/json/index.ts'
import type { Screen } from './contract.ts'

/** A screen, and the plugin that contributes it. */
export type ContributedScreen = Screen & { plugin: string; access: 'signed-in' | 'administrator' }

/**
 * The Vue files of plugins that a build of the admin contains, such as `users/UsersPage.vue`.
 * @param directory of the built admin
 * @returns undefined where the admin is not built, so that nothing is known
 */
export async function readBuiltPages(directory: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const pages = parseJson(await readFile(join(directory, '.pages.json'), 'utf8'))
    return new Set(Array.isArray(pages) ? pages.map(String) : [])
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The screens that plugins contribute.
 * @param pages that the built admin contains; undefined when this is not known
 * @throws ConfigurationError naming the plugin whose screen has the name or address of another, or whose screen the built admin cannot show
 */
export function readScreens(
  contributions: readonly Contribution<'screens'>[],
  pages: ReadonlySet<string> | undefined,
): ContributedScreen[] {
  const screens = contributions.flatMap(({ plugin, value }) =>
    value.map((screen): ContributedScreen => ({ ...screen, plugin, access: screen.access ?? 'signed-in' })),
  )
  for (const property of ['name', 'path'] as const) checkUnique(screens, property)
  if (pages !== undefined) checkShown(screens, pages)
  return screens
}

function checkShown(screens: readonly ContributedScreen[], pages: ReadonlySet<string>): void {
  const problems = screens.flatMap(screen => {
    if (!('component' in screen)) return []
    const { plugin, name, component } = screen
    const file = component.endsWith('.vue') ? component : `${component}.vue`
    return pages.has(`${plugin}/${file}`) ? [] : [{ plugin, name, component }]
  })
  const [first] = problems
  if (first === undefined) return
  const named = problems.map(
    ({ plugin, name, component }) => `the screen "${name}" of the plugin "${plugin}" (component "${component}")`,
  )
  throw new ConfigurationError(
    `the built admin cannot show ${named.join(', ')}: it only contains components of the plugins that it was built with; a screen with \`list\` needs none`,
    { plugin: first.plugin },
  )
}

function checkUnique(screens: readonly ContributedScreen[], property: 'name' | 'path'): void {
  const seen = new Map<string, string>()
  for (const screen of screens) {
    const other = seen.get(screen[property])
    if (other !== undefined)
      throw malformed(
        screen.plugin,
        `the ${property} "${screen[property]}" is that of a screen of the plugin "${other}"`,
      )
    seen.set(screen[property], screen.plugin)
  }
}

const malformed = (plugin: string, problem: string): ConfigurationError =>
  new ConfigurationError(`plugin "${plugin}": its screens are not valid: ${problem}`, { plugin })
