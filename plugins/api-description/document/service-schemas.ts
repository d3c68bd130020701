import type { RouteDescription } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { singularOfName } from '../../../lib/plural/index.ts'
import { writeSchema } from './dialect.ts'
import type { OpenApiVersion } from './dialect.ts'
import { pascalCase } from './names.ts'
import { componentReference } from './type-schemas.ts'

/** The schemas of the bodies and answers of the service's own routes, as components. */
interface ServiceSchemas {
  /** The component for a schema that a route declares. @throws TypeError for a schema of another route */
  referenceTo(schema: JsonObject): JsonObject
  schemas: JsonObject
}

/** A schema that a route declares, with the names that it can have: the first one that no other schema has. */
interface Declared {
  schema: JsonObject
  names: string[]
  isBody: boolean
}

/**
 * Name the bodies and answers of routes after what they are: `User`, `UserList`, `UserInput`. Equal schemas are one component, and the items of a list
 * are one as well.
 * @param idOf the operation ids; what has no shorter name is named after its operation: `ReadyHealthAnswer`
 */
export async function schemasOfService(
  routes: readonly RouteDescription[],
  idOf: ReadonlyMap<RouteDescription, string>,
  version: OpenApiVersion,
): Promise<ServiceSchemas> {
  const references = new Map<JsonObject, JsonObject>()
  const nameOfText = new Map<string, string>()
  const schemas: JsonObject = {}
  const add = ({ schema, names, isBody }: Declared): string => {
    const { description: _description, ...declared } = schema
    const shape = { ...declared, type: 'object' } // a body that can be left out is null as well
    const written = writeSchema(withItemsNamed(shape, names), {
      version,
      defaults: isBody ? 'sentence' : 'keyword',
    })
    const text = JSON.stringify(written)
    const known = nameOfText.get(text)
    if (known !== undefined) return known
    const name = names.find(one => !Object.hasOwn(schemas, one)) ?? ''
    nameOfText.set(text, name)
    schemas[name] = written
    return name
  }
  const withItemsNamed = (schema: JsonObject, names: readonly string[]): JsonObject => {
    const list = names.find(name => name.endsWith('List'))
    const { properties } = schema
    if (list === undefined || !isObject(properties) || !isObject(properties['data'])) return schema
    const { items } = properties['data']
    if (!isObject(items) || !isObject(items['properties'])) return schema
    const item = componentReference(add({ schema: items, names: [list.slice(0, -4), `${list}Entry`], isBody: false }))
    return { ...schema, properties: { ...properties, data: { ...properties['data'], items: item } } }
  }
  for (const declared of [...routes].sort(byMethod).flatMap(route => declaredBy(route, idOf.get(route) ?? ''))) {
    await yieldIfLong()
    references.set(declared.schema, componentReference(add(declared)))
  }
  return {
    schemas,
    referenceTo: schema => {
      const reference = references.get(schema)
      if (reference === undefined) throw new TypeError('the schema is not one of the routes')
      return reference
    },
  }
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
/** Answers of reads, and of short paths, come first: they have the shortest names. */
const segments = ({ path }: RouteDescription): number => path.split('/').length
const byMethod = (a: RouteDescription, b: RouteDescription): number =>
  methods.indexOf(a.method) - methods.indexOf(b.method) || segments(a) - segments(b)

/** Whether a schema gets a component: objects with properties do, others are written where they are used. */
export const isNamed = (schema: JsonObject | null | undefined): schema is JsonObject =>
  isObject(schema) && isObject(schema['properties'])

function declaredBy(route: RouteDescription, id: string): Declared[] {
  const [, verb = '', noun = ''] = /^([a-z]+)(\w*)$/.exec(id) ?? []
  const long = pascalCase(id)
  const titled = (schema: JsonObject): string[] => {
    const title: Json | undefined = schema['title']
    return typeof title === 'string' && /^[A-Z][A-Za-z]+$/.test(title) ? [title] : []
  }
  const answers = [...route.answers.values()].filter(isNamed).map(schema => {
    const short =
      verb === 'list'
        ? `${singularOfName(noun)}List`
        : ['get', 'create', 'replace', 'update', 'restore'].includes(verb)
          ? noun
          : undefined
    const names = [...titled(schema), ...(short === undefined ? [] : [short]), `${long}Answer`]
    return { schema, names, isBody: false }
  })
  if (!isNamed(route.body)) return answers
  const role = verb === 'create' || verb === 'replace' ? 'Input' : verb === 'update' ? 'Patch' : undefined
  const names = [...titled(route.body), ...(role === undefined ? [] : [`${noun}${role}`]), `${long}Input`]
  return [...answers, { schema: route.body, names, isBody: true }]
}
