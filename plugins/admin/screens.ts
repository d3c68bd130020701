import { ConfigurationError, compileCheck, failures } from '../../kernel/index.ts'
import type { Screen } from './contract.ts'
import { screensContribution } from './schemas.ts'

/** A screen, and the plugin that contributes it. */
export type ContributedScreen = Screen & { plugin: string; access: 'signed-in' | 'administrator' }

const check = compileCheck(screensContribution)

/**
 * The screens that plugins contribute.
 * @throws ConfigurationError naming the plugin whose screens are malformed, or whose screen has the name or address of another
 */
export function readScreens(contributions: readonly { plugin: string; value: unknown }[]): ContributedScreen[] {
  const screens = contributions.flatMap(({ plugin, value }) => {
    const problems = failures(check, value).map(({ field, message }) => `${field || 'the value'} ${message}`)
    if (problems.length > 0) throw malformed(plugin, problems.join('; '))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema says so
    const given = value as readonly Screen[]
    return given.map((screen): ContributedScreen => ({ ...screen, plugin, access: screen.access ?? 'signed-in' }))
  })
  for (const property of ['name', 'path'] as const) checkUnique(screens, property)
  return screens
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
