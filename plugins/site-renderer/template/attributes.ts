/** The parsed binding attributes of an element. */
export interface ElementBinding {
  /** Value of `data-svc-entity`, or of `data-svc-path`. */
  entity: string | undefined
  /** Whether `entity` is the value of `data-svc-path`. */
  isPath: boolean
  /** Value of `data-svc-list`: from 1 to {@link maxListItems}. */
  list: number | undefined
  /** Sort and filter as pairs of a query string in the API's grammar. */
  parameters: (readonly [name: string, value: string])[]
  /** The name of the list (empty for any) that this element replaces when it has no items. */
  empty: string | undefined
  fragment: string | undefined
  /** Whether `?page=` selects the page of this list. */
  pages: boolean
  parts: SlotPart[]
}

/** One value that fills an element or an attribute of it. */
export interface SlotPart {
  /** The attribute that it fills, `text` for the element's text, `show` for its visibility, or undefined for the default of the element. */
  target: string | undefined
  path: SlotPath
}

/** The path in a slot. */
export interface SlotPath {
  /** Names of properties; empty if there is only a reserved name. */
  names: readonly string[]
  reserved?: ReservedName | undefined
  /** The argument of `@url(page)`: a page's slug. */
  page?: string | undefined
}

const reservedNames = [
  '@id',
  '@type',
  '@url',
  '@value',
  '@index',
  '@previous',
  '@next',
  '@page',
  '@pages',
  '@total',
] as const
/** The reserved names in slots: facts about the resource, the position in the list, the pages of the main list. */
export type ReservedName = (typeof reservedNames)[number]

/** Maximum number of items of a list on one page. */
const maxListItems = 100
const maxPathNames = 8
const maxParts = 20

export const bindingPrefix = 'data-svc-'
/** An internal attribute that preserves an element's position between parses. */
export const placeAttribute = 'data-svc-at'
const known: ReadonlySet<string> = new Set(
  ['entity', 'path', 'slot', 'list', 'sort', 'filter', 'empty', 'fragment', 'pages', 'layout'].map(
    name => bindingPrefix + name,
  ),
)
export const isBindingAttribute = (name: string): boolean => known.has(name)

interface NamedValue {
  name: string
  value: string
}

/**
 * Read the binding attributes of an element.
 * @param isAttribute whether data can fill this attribute of the element
 * @param report called for each invalid value, with the attribute's name; the other values are still used
 */
export function readBinding(
  attributes: readonly NamedValue[],
  isAttribute: (name: string) => boolean,
  report: (attribute: string, message: string) => void,
): ElementBinding | undefined {
  const given = new Map(attributes.filter(({ name }) => known.has(name)).map(({ name, value }) => [name, value.trim()]))
  if (given.size === 0) return undefined
  const valueOf = (name: string): string | undefined => given.get(bindingPrefix + name)
  const type = valueOf('entity')
  if (type === '') report('data-svc-entity', 'names no type')
  const path = valueOf('path')
  const isPath = type === undefined && path !== undefined
  if (type !== undefined && path !== undefined) report('data-svc-path', 'has no effect beside data-svc-entity')
  const sort = valueOf('sort')
  const filter = valueOf('filter')
  const inVain = (isPath ? ['sort', 'filter'] : ['list', 'sort', 'filter', 'pages']).find(
    name => given.has(bindingPrefix + name) && type === undefined,
  )
  if (inVain !== undefined) report(bindingPrefix + inVain, 'needs data-svc-entity beside it')
  return {
    entity: isPath ? readEntityPath(path, report) : type === '' ? undefined : type,
    isPath,
    list: readList(valueOf('list'), report),
    parameters: [
      ...(sort === undefined ? [] : readSort(sort, report)),
      ...(filter === undefined ? [] : readFilter(filter, report)),
    ],
    empty: valueOf('empty'),
    fragment: valueOf('fragment'),
    pages: given.has('data-svc-pages'),
    parts: readSlot(valueOf('slot'), isAttribute, report),
  }
}

type Report = (attribute: string, message: string) => void

function readEntityPath(text: string, report: Report): string | undefined {
  const path = readPath(text)
  if (path !== undefined && path.reserved === undefined) return text
  report('data-svc-path', 'names no property')
  return undefined
}

function readList(text: string | undefined, report: Report): number | undefined {
  if (text === undefined) return undefined
  if (text === '') return maxListItems
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    report('data-svc-list', `must be a whole number from 1 to ${maxListItems}`)
    return undefined
  }
  const count = Number(text)
  if (count > maxListItems) report('data-svc-list', `at most ${maxListItems} items are shown`)
  return Math.min(count, maxListItems)
}

function readSort(text: string, report: Report): (readonly [string, string])[] {
  if (/^sort_(?:by|order)=/.test(text)) return readPairs(text, ['sort_by', 'sort_order'], 'data-svc-sort', report)
  const match = /^(?<minus>-?)(?<field>[^\s=&]+)(?:\s+(?<order>asc|desc))?$/i.exec(text)
  const { minus, field, order } = match?.groups ?? {}
  if (field === undefined || (minus === '-' && order !== undefined)) {
    report('data-svc-sort', 'write a field and asc or desc, such as "datePublished desc", or sort_by=…&sort_order=…')
    return []
  }
  return [
    ['sort_by', field],
    ['sort_order', minus === '-' ? 'desc' : (order?.toLowerCase() ?? 'asc')],
  ]
}

const readFilter = (text: string, report: Report): (readonly [string, string])[] =>
  readPairs(text, ['filter_field', 'filter_value', 'q'], 'data-svc-filter', report)

/** Pairs of a query string; unknown names are reported and left out. A leading `?` is allowed. */
function readPairs(
  text: string,
  names: readonly string[],
  attribute: string,
  report: Report,
): (readonly [string, string])[] {
  const pairs = [...new URLSearchParams(text)]
  const isKnown = (name: string): boolean =>
    names.includes(name) || (attribute === 'data-svc-filter' && name.startsWith('_filter['))
  const wrong = pairs.find(([name]) => !isKnown(name))
  if (wrong !== undefined || pairs.length === 0) {
    report(
      attribute,
      `write it as the API takes it, such as ${attribute === 'data-svc-sort' ? 'sort_by=name' : '_filter[area][eq]=header'}${wrong === undefined ? '' : `; "${wrong[0]}" is not known here`}`,
    )
    return [[attribute, text]] // every list refuses it: nothing is shown
  }
  return pairs
}

function readSlot(text: string | undefined, isAttribute: (name: string) => boolean, report: Report): SlotPart[] {
  if (text === undefined) return []
  const parts: SlotPart[] = []
  const written = text
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '')
  if (written.length === 0) report('data-svc-slot', 'names no property')
  if (written.length > maxParts) report('data-svc-slot', `has more than ${maxParts} parts`)
  for (const part of written.slice(0, maxParts)) {
    const colon = part.indexOf(':')
    const before = colon > 0 ? part.slice(0, colon).trim().toLowerCase() : undefined
    const isTarget = before !== undefined && (before === 'text' || before === 'show' || isAttribute(before))
    const path = readPath(isTarget ? part.slice(colon + 1).trim() : part)
    if (path === undefined)
      report('data-svc-slot', `"${part.slice(0, 100)}" names no property and no attribute that may be filled`)
    else parts.push({ target: isTarget ? before : undefined, path })
  }
  return parts
}

const reservedPattern = /^(?<before>(?:[^@]+\.)?)(?<name>@[a-z]+)(?:\((?<page>[a-z0-9-]{1,100})\))?$/

function readPath(text: string): SlotPath | undefined {
  const match = reservedPattern.exec(text)
  const reserved = reservedNames.find(name => name === match?.groups?.['name'])
  if (text.includes('@') && reserved === undefined) return undefined
  const before = match?.groups?.['before'] ?? ''
  const names = reserved === undefined ? text.split('.') : before.split('.').slice(0, -1)
  if (names.length > maxPathNames || names.some(name => name === '' || name.length > 128)) return undefined
  // Few names contain a colon: the text before it is more likely an attribute that cannot be filled.
  if (
    names.some(name => /[\s()]|:\s/.test(name)) ||
    /^(?:style|class|on[a-z]+|srcdoc|action|formaction)\s*:/i.test(text)
  )
    return undefined
  return { names, reserved, page: match?.groups?.['page'] }
}
