import { BadRequest } from '../../../kernel/index.ts'
import { compileSchema, dropFaultyAnnotations, notAColumn } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { DocumentProblem } from '../document/problem.ts'
import { identifierOf } from '../schemas/identifier.ts'
import { noDrafts } from '../registered.ts'
import { slugOf } from '../schemas/slug.ts'
import { storedSchema } from '../schemas/stored-schema.ts'
import { componentPointer } from '../schemas/translate.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'

/** A resource type as a document defines it. */
export interface WantedSchema {
  /** Name in `components.schemas`; also the name of the type. */
  name: string
  slug: string
  schema: JsonObject
}

/** The types that a document defines, and the problems that do not depend on stored data. */
interface WantedSchemas {
  wanted: WantedSchema[]
  problems: DocumentProblem[]
}

/**
 * Create resource types for the schemas of stored items.
 * @param names in `components.schemas`
 * @throws ProblemAt for what cannot be translated
 */
export function wantSchemas(
  document: JsonObject,
  translator: SchemaTranslator,
  names: readonly string[],
): WantedSchemas {
  const wanted: WantedSchema[] = []
  const problems: DocumentProblem[] = []
  const owners = new Map<string, string>()
  for (const name of names) {
    const slug = slugOf(name)
    const schema = storedSchema(document, translator, name)
    const owner = owners.get(slug)
    owners.set(slug, name)
    const found =
      owner === undefined
        ? (problemOf(schema, name) ?? identifierProblem(document, schema, name))
        : { pointer: componentPointer(name), message: `has the slug "${slug}", like ${owner}` }
    if (found === undefined) wanted.push({ name, slug, schema: dropFaultyAnnotations(schema) })
    else problems.push(found)
  }
  return { wanted, problems }
}

/** The reason why no resource type can have a schema, if any. */
function problemOf(schema: JsonObject, name: string): DocumentProblem | undefined {
  if (schema['x-drafts'] === true) return { pointer: `${componentPointer(name)}/x-drafts`, message: noDrafts }
  try {
    compileSchema(schema)
    return undefined
  } catch (error) {
    if (error instanceof BadRequest)
      return { pointer: componentPointer(name), message: `cannot be the schema of a resource type: ${error.message}` }
    throw error
  }
}

/** Items are found by the values of their identifier, which only columns with one value allow. */
function identifierProblem(document: JsonObject, schema: JsonObject, name: string): DocumentProblem | undefined {
  const { resolve } = compileSchema(schema)
  for (const { property, pointer = componentPointer(name) } of identifierOf(document, name)) {
    const field = resolve([property])
    if (field === undefined || !(field.many || field.kind === 'json')) continue
    const reason = field.kind === 'json' ? notAColumn(field.types) : 'is an array'
    return { pointer, message: `"${property}" identifies the items, and ${reason}` }
  }
  return undefined
}
