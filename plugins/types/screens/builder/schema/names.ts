import { schemas } from '../../../../../admin/src/index.ts'

/** What a type is called, and what it is for. */
export interface TypeNames {
  name: string
  slug: string
  description: string
}

/** A type with another name. The slug of a new type follows the name until it is another one; an empty slug always does. */
export function withName<Names extends TypeNames>(before: Names, name: string, isNew: boolean): Names {
  const isFollowing = before.slug === '' || (isNew && before.slug === schemas.namesFrom(before.name).slug)
  return { ...before, name, ...(isFollowing && { slug: schemas.namesFrom(name).slug }) }
}

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
