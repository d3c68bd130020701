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

/** A noun in a path, and whether the path names one of them. */
interface Noun {
  word: string
  isOne: boolean
  /** Whether it is the slug of a type, which stays as it is: `task` and `tasks` are different types. */
  isType: boolean
}

const singular = ({ word, isType }: Noun): string =>
  pascalCase(isType ? word : singularOfName(word.replaceAll('-', ' ')))
const plural = ({ word }: Noun): string => pascalCase(pluralOfName(word.replaceAll('-', ' ')))

/** The parts of a path: the nouns in it, and the actions, whose segments begin with `_`. */
function readPath(path: string): { nouns: Noun[]; actions: string[] } {
  const nouns: Noun[] = []
  const actions: string[] = []
  for (const segment of path.split('/').slice(2)) {
    const last = nouns.at(-1)
    if (segment === '{typeSlug}') nouns.push({ word: '', isOne: false, isType: true })
    else if (segment.startsWith('{')) {
      if (last !== undefined) last.isOne = true
    } else if (segment.startsWith('_')) actions.push(segment.slice(1))
    else nouns.push({ word: segment.replace(/\.\w+$/, ''), isOne: false, isType: false })
  }
  return { nouns, actions }
}

/**
 * The id of an operation in camelCase, from its method and path: `listTasks`, `createTask`, `listTaskVersions`.
 * @param slug the slug of the type for `:typeSlug`
 */
function idOf(route: RouteDescription, slug: string): string {
  const { nouns, actions } = readPath(route.path)
  const words = nouns.map(noun => (noun.isType ? { ...noun, word: slug } : noun))
  const last = words.at(-1)
  const before = words.slice(0, -1).map(singular)
  if (last === undefined) return camelCase([...actions, 'service'].join(' '))
  const name = (verb: string, word: string): string => verb + before.join('') + word
  if (actions.includes('check')) {
    const what = actions.filter(action => action !== 'check').map(pascalCase)
    return name('check', singular(last)) + what.join('') + (last.isOne ? 'Change' : '')
  }
  const [action] = actions
  if (action !== undefined) return name(camelCase(action), last.isOne ? singular(last) : plural(last))
  const isArchived = route.config.typed !== undefined || route.access === 'odrl:delete'
  if (last.isOne) {
    const verb = route.method === 'delete' && isArchived ? 'archive' : (verbs[route.method] ?? route.method)
    return name(verb, singular(last))
  }
  if (route.method === 'get') return isList(route) ? name('list', plural(last)) : name('get', pascalCase(last.word))
  if (route.method === 'post' && route.answers.has('201')) return name('create', singular(last))
  if (route.method === 'post') return camelCase(last.word) + before.join('')
  if (route.method === 'put' && last.isType) return name('upsert', singular(last))
  return name(verbs[route.method] ?? route.method, pascalCase(last.word))
}

/** Words that follow the name of a type in the ids of its operations, so that a type whose slug ends with one could be mistaken. */
const tails = new Set(
  ['version', 'referrer', 'permission', 'change', 'bulk'].flatMap(word => [word, pluralOfName(word)]),
)

/** The id of an operation of a type. @param reserved ids that others have */
export function operationIdOfType(route: RouteDescription, slug: string, reserved: ReadonlySet<string>): string {
  const last = slug.split('-').at(-1) ?? ''
  const id = idOf(route, slug)
  const hasOwnPlural = !id.includes(pascalCase(pluralOfName(slug))) || singularOfName(pluralOfName(last)) === last
  const isUnambiguous = isPlainSlug(slug) && !tails.has(last) && hasOwnPlural
  return distinct(id, `${slug} ${route.method} ${route.path}`, isUnambiguous, reserved)
}

/** The ids of the operations of the service itself, resources of any type included. */
export function operationIdsOfService(routes: readonly RouteDescription[]): Map<RouteDescription, string> {
  const ids = new Map<RouteDescription, string>()
  const taken = new Set<string>()
  for (const route of routes) {
    let id = route.operationId ?? idOf(route, 'resource')
    if (taken.has(id)) id += suffixOf(`${route.method} ${route.path}`)
    taken.add(id)
    ids.set(route, id)
  }
  return ids
}
