/** A message, or its forms by plural category (`one`, `other` …) of the parameter `count`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>

/** Messages of one area, by name. */
export type Messages = Readonly<Record<string, Message>>

/** Values for `{name}`. Numbers are grouped as in the language. */
export type Parameters = Readonly<Record<string, string | number>>

/** Fill in a message. */
export function formatMessage(message: Message, parameters: Parameters, language: string): string {
  return choosePlural(message, parameters, language).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (value === undefined) return whole
    return typeof value === 'number' ? numberFormat(language).format(value) : value
  })
}

function choosePlural(message: Message, { count }: Parameters, language: string): string {
  if (typeof message === 'string') return message
  const category = typeof count === 'number' ? pluralRules(language).select(count) : 'other'
  return message[category] ?? message.other ?? ''
}

const numberFormat = cachedByLanguage(language => new Intl.NumberFormat(language))
const pluralRules = cachedByLanguage(language => new Intl.PluralRules(language))

/** Formatters are expensive to create and cheap to use. */
function cachedByLanguage<Value>(make: (language: string) => Value): (language: string) => Value {
  const made = new Map<string, Value>()
  return language => {
    const known = made.get(language)
    if (known !== undefined) return known
    const value = make(language)
    made.set(language, value)
    return value
  }
}
