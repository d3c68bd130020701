/** Maximum length of a slug in the API. */
const maxSlugLength = 63

/** Whether a text is a slug. */
export const isSlug = (text: string): boolean =>
  text.length <= maxSlugLength && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text)

/** A similar name that is not taken: `name`, `name2`, `name3` … */
export function freeName(name: string, taken: readonly string[]): string {
  const wanted = name === '' ? 'property' : name
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.includes(`${wanted}${number}`)) return `${wanted}${number}`
}

/** The error of a property name, as the name of a message; undefined when the name is valid. */
export function faultOfName(
  name: string,
  others: readonly string[],
): 'nameEmpty' | 'nameTaken' | 'nameBad' | undefined {
  if (name === '') return 'nameEmpty'
  if (others.includes(name)) return 'nameTaken'
  return /^[$@]|[.\u0000-\u001f]/.test(name) || name.length > 128 || name === '__proto__' ? 'nameBad' : undefined
}
