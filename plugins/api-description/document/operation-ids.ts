import type { RouteDescription } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import { pluralOfName, singularOfName } from '../../../lib/plural/index.ts'
import { camelCase, distinct, isPlainSlug, pascalCase, suffixOf } from './names.ts'

const verbs: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'apply',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
}

/** Whether a route answers with the list envelope. */
export function isList({ answers, config }: RouteDescription): boolean {
  if (config.typed?.answer?.startsWith('resources') === true) return true
  const schema = answers.get('200')
  return isObject(schema) && isObject(schema['properties']) && 'has_more' in schema['properties']
}

/** A noun in a path in PascalCase. The slug of a type stays as it is in the singular: `task` and `tasks` are different types. */
interface Noun {
  word: string
  singular: string
  plural: string
}

/** Its forms are found when they are needed first: each takes some ten microseconds. */
function nounOf(word: string): Noun {
  let singular: string | undefined
  let plural: string | undefined
  return {
    word,
    get singular() {
      return (singular ??= pascalCase(singularOfName(word.replaceAll('-', ' '))))
    },
    get plural() {
      return (plural ??= pascalCase(pluralOfName(word.replaceAll('-', ' '))))
    },
  }
}

const nounOfType = (slug: string): Noun => ({
  word: slug,
  singular: pascalCase(slug),
  plural: pascalCase(pluralOfName(slug.replaceAll('-', ' '))),
})

/** The parts of a path. */
interface PathParts {
  /** The nouns in it; undefined for the type. */
  nouns: (Noun | undefined)[]
  /** Whether the path names one of the last noun. */
  isOne: boolean
  /** The actions, whose segments begin with `_`. */
  actions: string[]
}

function readPath(path: string): PathParts {
  const parts: PathParts = { nouns: [], isOne: false, actions: [] }
  for (const segment of path.split('/').slice(2)) {
    if (segment.startsWith('{') && segment !== '{typeSlug}') parts.isOne = parts.nouns.length > 0
    else if (segment.startsWith('_')) parts.actions.push(segment.slice(1))
    else {
      parts.nouns.push(segment === '{typeSlug}' ? undefined : nounOf(segment.replace(/\.\w+$/, '')))
      parts.isOne = false
    }
  }
  return parts
}

/**
 * The id of an operation in camelCase, from its method and path: `listTasks`, `createTask`, `listTaskVersions`.
 * @param type the type for `:typeSlug`
 */
function idOf(route: RouteDescription, { nouns, isOne, actions }: PathParts, type: Noun): string {
  const words = nouns.map(noun => noun ?? type)
  const last = words.at(-1)
  const before = words
    .slice(0, -1)
    .map(({ singular }) => singular)
    .join('')
  if (last === undefined) return camelCase([...actions, 'service'].join(' '))
  const name = (verb: string, word: string): string => verb + before + word
  if (actions.includes('check')) {
    const what = actions.filter(action => action !== 'check').map(pascalCase)
    return name('check', last.singular) + what.join('') + (isOne ? 'Change' : '')
  }
  const [action] = actions
  if (action !== undefined) return name(camelCase(action), isOne ? last.singular : last.plural)
  const isArchived = route.config.typed !== undefined || route.access === 'odrl:delete'
  if (isOne) {
    const verb = route.method === 'delete' && isArchived ? 'archive' : (verbs[route.method] ?? route.method)
    return name(verb, last.singular)
  }
  if (route.method === 'get') return isList(route) ? name('list', last.plural) : name('get', pascalCase(last.word))
  if (route.method === 'post' && route.answers.has('201')) return name('create', last.singular)
  if (route.method === 'post') return camelCase(last.word) + before
  if (route.method === 'put' && last === type) return name('upsert', last.singular)
  return name(verbs[route.method] ?? route.method, pascalCase(last.word))
}

/** Words that follow the name of a type in the ids of its operations, so that a type whose slug ends with one could be mistaken. */
const tails = new Set(
  ['version', 'referrer', 'permission', 'change', 'bulk'].flatMap(word => [word, pluralOfName(word)]),
)

/**
 * The ids of the operations of types.
 * @param routes those of any type
 * @param reserved ids that others have
 * @returns a function that returns the ids for a type, in the order of the routes
 */
export function operationIdsOfTypes(
  routes: readonly RouteDescription[],
  reserved: ReadonlySet<string>,
): (slug: string) => string[] {
  const read = routes.map(route => ({ route, parts: readPath(route.path) }))
  return slug => {
    const type = nounOfType(slug)
    const last = slug.split('-').at(-1) ?? ''
    const plural = pascalCase(pluralOfName(slug))
    const hasRegularPlural = singularOfName(pluralOfName(last)) === last
    const isClear = isPlainSlug(slug) && !tails.has(last)
    return read.map(({ route, parts }) => {
      const id = idOf(route, parts, type)
      const isUnambiguous = isClear && (hasRegularPlural || !id.includes(plural))
      return distinct(id, `${slug} ${route.method} ${route.path}`, isUnambiguous, reserved)
    })
  }
}

/** The ids of the operations of the service itself, resources of any type included. */
export function operationIdsOfService(routes: readonly RouteDescription[]): Map<RouteDescription, string> {
  const ids = new Map<RouteDescription, string>()
  const taken = new Set<string>()
  const resource = nounOfType('resource')
  for (const route of routes) {
    let id = route.operationId ?? idOf(route, readPath(route.path), resource)
    if (taken.has(id)) id += suffixOf(`${route.method} ${route.path}`)
    taken.add(id)
    ids.set(route, id)
  }
  return ids
}
