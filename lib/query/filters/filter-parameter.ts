/** The parts of a filter's parameter name. */
export interface FilterParameter {
  field: string
  operator: string
  /** From 0 to 9: at least one of the groups must match. Undefined for a filter that must always match. */
  group?: number | undefined
}

/** Whether a property of this name would be read as the beginning of a group. */
export const isReadAsGroup = (field: string): boolean => field === 'or' || field.startsWith('or][')

/**
 * The query parameter of a filter on a field of any name. A filter on a property called `or` needs a group of its own, and works only when there are no
 * other groups; otherwise only `filter_field` can name the property.
 */
export function filterParameter(field: string, operator: string, group?: number): string {
  const within = group ?? (isReadAsGroup(field) ? 0 : undefined)
  return `_filter${within === undefined ? '' : `[or][${within}]`}[${field}][${operator}]`
}

/**
 * Parse a query parameter name that begins with `_filter[`. The last pair of brackets contains the operator, so a field name can contain
 * brackets itself.
 * @returns undefined when it is written otherwise
 */
export function readFilterParameter(name: string): FilterParameter | undefined {
  const isInGroup = name.startsWith('_filter[or][')
  const pattern = isInGroup
    ? /^_filter\[or\]\[(?<group>\d)\]\[(?<field>.*)\]\[(?<operator>[^[\]]*)\]$/s
    : /^_filter\[(?<field>.*)\]\[(?<operator>[^[\]]*)\]$/s
  const { group, field, operator } = pattern.exec(name)?.groups ?? {}
  if (field === undefined || operator === undefined) return undefined
  return { field, operator, ...(isInGroup && { group: Number(group) }) }
}
