/** What the name of a query parameter says of a filter. */
export interface FilterParameter {
  field: string
  operator: string
  /** From 0 to 9: of these groups one must hold. Undefined for a filter that must hold in any case. */
  group?: number | undefined
}

/** A property of this name would be read as the beginning of a group. */
export const isReadAsGroup = (field: string): boolean => field === 'or' || field.startsWith('or][')

/**
 * The query parameter of a filter on a field, whatever that is called: a property called `or` is asked for in a group of its own, where there are no
 * others; beside others only `filter_field` names it.
 */
export function filterParameter(field: string, operator: string, group?: number): string {
  const within = group ?? (isReadAsGroup(field) ? 0 : undefined)
  return `_filter${within === undefined ? '' : `[or][${within}]`}[${field}][${operator}]`
}

/**
 * What a query parameter that begins with `_filter[` asks for. The last pair of brackets is the operator's, so that the name of a field may hold
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
