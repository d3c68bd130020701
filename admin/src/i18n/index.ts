import { computed } from 'vue'
import { currentLanguage as current, direction, storedLanguage } from './current.ts'
import type { Language } from './languages.ts'
import type { Messages } from './message.ts'
import { keepMessages, loadedMessages } from './translate.ts'

export { direction, locale } from './current.ts'
export { languages } from './languages.ts'
export type { Language } from './languages.ts'
export * from './format.ts'
export { hasText, t } from './translate.ts'

type Load = () => Promise<Messages>

/** One file per language and area, `messages/<language>/<area>.ts` in the folder of the feature; loaded when a page needs it. */
const modules: Record<string, Load> = import.meta.glob<Messages>(
  ['../**/messages/*/*.ts', '../../../plugins/*/screens/messages/*/*.ts'],
  { import: 'default' },
)
/** Loaders by language and area, `en/list`. */
const files = new Map(
  Object.entries(modules).map(([path, load]) => [path.slice(0, -3).split('/').slice(-2).join('/'), load]),
)
const requestedAreas = new Set<string>()

/** The language of the admin. */
export const language = computed(() => current.value)

/** Whether there are messages of this area. */
export const hasMessages = (area: string): boolean => files.has(`en/${area}`)

/** Load the messages of areas. The router does so for `meta.messages` of a route before it enters the route. */
export async function loadMessages(areas: readonly string[]): Promise<void> {
  for (const area of areas) requestedAreas.add(area)
  await load(current.value)
}

/** Load a module together with its messages. */
export async function withMessages<Part>(areas: readonly string[], load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadMessages(areas)])
  return part
}

/** Change the language, after its messages are loaded, so that nothing flickers. */
export async function setLanguage(tag: Language): Promise<void> {
  await load(tag)
  current.value = tag
  markDocument()
  try {
    localStorage.setItem(storedLanguage, tag)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // without room in this browser it lasts as long as the page
  }
}

/** Set language and direction of the document. */
export function markDocument(): void {
  document.documentElement.lang = current.value
  document.documentElement.dir = direction.value
}

async function load(tag: Language): Promise<void> {
  const missing = [...requestedAreas].filter(area => !loadedMessages.has(`${tag}/${area}`))
  await Promise.all(
    missing.map(async area => {
      const file = files.get(`${tag}/${area}`)
      if (file === undefined) throw new Error(`there are no messages ${tag}/${area}`)
      keepMessages(`${tag}/${area}`, await file())
    }),
  )
}
