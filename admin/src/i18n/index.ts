import { computed, shallowReactive } from 'vue'
import { currentLanguage as current, direction, storedLanguage } from './current.ts'
import type { Language } from './languages.ts'
import { say } from './message.ts'
import type { Messages, Parameters } from './message.ts'

export { direction } from './current.ts'
export { languages } from './languages.ts'
export type { Language } from './languages.ts'
export * from './format.ts'

type Load = () => Promise<Messages>

/** One file per language and area, `messages/<language>/<area>.ts` in the folder that they are for; loaded when a page needs it. */
const modules: Record<string, Load> = import.meta.glob<Messages>(
  ['../**/messages/*/*.ts', '../../../plugins/*/admin/messages/*/*.ts'],
  { import: 'default' },
)
/** By language and area, `en/list`. */
const files = new Map(
  Object.entries(modules).map(([path, load]) => [path.slice(0, -3).split('/').slice(-2).join('/'), load]),
)
const loaded = shallowReactive(new Map<string, Messages>())
const wanted = new Set<string>()

/** The language of the admin. */
export const language = computed(() => current.value)

/**
 * A text of the admin in the chosen language: `t('common.changes', { count: 3 })`. A component that calls it while it renders renders anew
 * when the language changes.
 * @param key area and name
 * @param parameters what stands for `{name}`; `count` chooses the plural
 */
export function t(key: string, parameters: Parameters = {}): string {
  const dot = key.indexOf('.')
  const messages = loaded.get(`${current.value}/${key.slice(0, dot)}`)
  const name = key.slice(dot + 1)
  const message = messages !== undefined && Object.hasOwn(messages, name) ? messages[name] : undefined
  return message === undefined ? key : say(message, parameters, current.value)
}

/** Whether there is such a text. For keys that come from data. */
export function hasText(key: string): boolean {
  const dot = key.indexOf('.')
  const messages = loaded.get(`${current.value}/${key.slice(0, dot)}`)
  return messages !== undefined && Object.hasOwn(messages, key.slice(dot + 1))
}

/** Whether there are texts of this area. */
export const hasMessages = (area: string): boolean => files.has(`en/${area}`)

/** Load the texts of areas; the router does so for `meta.messages` of a route before it enters. */
export async function loadMessages(areas: readonly string[]): Promise<void> {
  for (const area of areas) wanted.add(area)
  await load(current.value)
}

/** Change the language: texts first, so that nothing flickers. */
export async function setLanguage(tag: Language): Promise<void> {
  await load(tag)
  localStorage.setItem(storedLanguage, tag)
  current.value = tag
  markDocument()
}

/** Tell the browser language and direction. */
export function markDocument(): void {
  document.documentElement.lang = current.value
  document.documentElement.dir = direction.value
}

async function load(tag: Language): Promise<void> {
  const missing = [...wanted].filter(area => !loaded.has(`${tag}/${area}`))
  await Promise.all(
    missing.map(async area => {
      const file = files.get(`${tag}/${area}`)
      if (file === undefined) throw new Error(`there are no messages ${tag}/${area}`)
      loaded.set(`${tag}/${area}`, await file())
    }),
  )
}
