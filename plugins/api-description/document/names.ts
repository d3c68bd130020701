import { createHash } from 'node:crypto'

/** The roles of a type's schemas, each the last word of a component's name: `TaskNode`. */
export const roles = ['Node', 'Item', 'List', 'Input', 'Patch', 'Operation', 'Bulk'] as const
export type Role = (typeof roles)[number]

/** A text in PascalCase: `meal-plan` is `MealPlan`. Characters other than ASCII letters and digits only separate words. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const camelCase = (text: string): string => {
  const pascal = pascalCase(text)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

/** A letter-only suffix that follows from what a name stands for, so that it is the same whatever else is in the document. */
export function suffixOf(identity: string): string {
  const bytes = createHash('sha256').update(identity).digest().subarray(0, 6)
  return `X${[...bytes].map(byte => String.fromCharCode(97 + (byte % 26))).join('')}`
}

const looksSuffixed = /X[a-z]{6}$/

/**
 * Adds the suffix to a name that could also stand for something else. Whether it could is decided by the name alone, never by what is in the document:
 * adding a type must not change the names of another.
 * @param isUnambiguous whether the parts of the name can be read back from it
 */
export const distinct = (
  name: string,
  identity: string,
  isUnambiguous: boolean,
  reserved: ReadonlySet<string>,
): string => (isUnambiguous && !reserved.has(name) && !looksSuffixed.test(name) ? name : `${name}${suffixOf(identity)}`)

/** Slugs that can be read back from their PascalCase: `a-1` and `a1` have the same. */
export const isPlainSlug = (slug: string): boolean => /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(slug)

/** The name of a component of a type. */
export const roleName = (slug: string, role: Role, reserved: ReadonlySet<string>): string =>
  distinct(`${pascalCase(slug)}${role}`, `${slug} ${role}`, isPlainSlug(slug), reserved)

/**
 * The name of a component for a part of a type's schema. `movie` with `cast-member` is the same as `movie-cast` with `member`, so that only slugs of one
 * word have names without a suffix, and none that end like a role.
 * @param pointer the place of the part in the schema; identifies it
 */
export function partName(slug: string, words: string, pointer: string, reserved: ReadonlySet<string>): string {
  const name = `${pascalCase(slug)}${pascalCase(words)}`
  const isUnambiguous = !slug.includes('-') && pascalCase(words) !== '' && !roles.some(role => name.endsWith(role))
  return distinct(name, `${slug} ${pointer}`, isUnambiguous, reserved)
}
