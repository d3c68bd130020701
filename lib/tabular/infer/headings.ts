/** A heading as an export writes it for a property of an object: names joined by dots. `Dr. Name`, `v1.5` and `No.` are none. */
const dotted = /^(?!\s)[^.]*[^.\s](?:\.(?!\s)[^.]*[^.\s])+$/u
const betweenDigits = /\d\.\d/
const maxPath = 8
const maxNameLength = 128

/** Whether a property can have this name. */
export const isPropertyName = (name: string): boolean =>
  /^[^$@.\p{Cc}][^.\p{Cc}]*$/u.test(name) && name !== '__proto__' && [...name].length <= maxNameLength

/**
 * The path to which each heading of a CSV file leads: the first part is that of a column, the others are the names of properties of objects.
 * A heading that is the beginning of another one is no object, so that neither leads into it.
 */
export function pathsOf(headings: Iterable<string>): Map<string, readonly string[]> {
  const all = new Set(headings)
  const pathOf = (heading: string): readonly string[] => {
    const path = heading.split('.')
    const outer = path.map((_, at) => path.slice(0, at).join('.'))
    const leads = dotted.test(heading) && !betweenDigits.test(heading) && path.length <= maxPath
    return leads && path.slice(1).every(isPropertyName) && !outer.some(one => all.has(one)) ? path : [heading]
  }
  return new Map([...all].map(heading => [heading, pathOf(heading)]))
}
