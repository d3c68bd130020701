import { shallowRef } from 'vue'
import { currentLanguage } from './current.ts'
import { formatMessage } from './message.ts'
import type { Message, Messages, Parameters } from './message.ts'

/** The loaded messages, by language and area (`en/list`). A page reads hundreds of them at once, so the map itself is not reactive. */
export const loadedMessages = new Map<string, Messages>()
/** Changes when messages arrive. */
const arrivals = shallowRef(0)

export function keepMessages(area: string, messages: Messages): void {
  loadedMessages.set(area, messages)
  arrivals.value++
}

/**
 * A text of the admin in the chosen language: `t('common.changes', { count: 3 })`. A component that calls it while rendering is rendered again
 * when the language changes.
 * @param key area and name
 * @param parameters values for `{name}`; `count` chooses the plural
 */
export function t(key: string, parameters: Parameters = {}): string {
  const message = messageOf(key)
  return message === undefined ? key : formatMessage(message, parameters, currentLanguage.value)
}

/** Whether the text exists. For keys that come from data. */
export const hasText = (key: string): boolean => messageOf(key) !== undefined

function messageOf(key: string): Message | undefined {
  const dot = key.indexOf('.')
  const messages = loadedMessages.get(`${currentLanguage.value}/${key.slice(0, dot)}`)
  const name = key.slice(dot + 1)
  if (messages === undefined) void arrivals.value // who shows the key is rendered again when its message arrives
  return messages !== undefined && Object.hasOwn(messages, name) ? messages[name] : undefined
}
