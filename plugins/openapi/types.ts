import { Conflict, BadRequest, ConfigurationError, systemCaller } from '../../kernel/index.ts'
import type { TypeEditor, TypeRegistry } from '../../kernel/index.ts'
import type { OpenApiDocument } from './document/load-document.ts'
import { ProblemAt } from './document/problem.ts'
import { slugOf } from './schemas/slug.ts'
import { originOf, storedSchema } from './schemas/stored-schema.ts'
import { componentPointer } from './schemas/translate.ts'
import type { SchemaTranslator } from './schemas/translate.ts'

/**
 * Bring the resource types of a document's schemas to what it says: new ones are created, changed ones changed by the same rules as by an
 * administrator. What the document names no more stays as it is.
 * @param schemas names in `components.schemas` of what its operations store
 * @throws ProblemAt for a schema whose type belongs to somebody else; ConfigurationError when what is stored stands against the change
 */
export async function applyTypes(
  { document }: OpenApiDocument,
  translator: SchemaTranslator,
  schemas: readonly string[],
  { editor, registry }: { editor: TypeEditor; registry: TypeRegistry },
): Promise<void> {
  const wanted = new Map(schemas.map(name => [slugOf(name), name]))
  for (const name of schemas) {
    if (wanted.get(slugOf(name)) !== name) {
      throw new ProblemAt(componentPointer(name), `has the slug "${slugOf(name)}", like ${wanted.get(slugOf(name))}`)
    }
  }
  const drafts = [...wanted].map(([slug, name]) => ({ slug, name, schema: storedSchema(document, translator, name) }))
  for (const [slug, name] of wanted) {
    const existing = await registry.find(slug)
    if (existing !== undefined && originOf(existing.schema) === undefined) {
      throw new ProblemAt(
        componentPointer(name),
        `there is a resource type "${slug}" already that is not of this document; rename the schema`,
      )
    }
  }
  try {
    await editor.edit(systemCaller(), [...wanted.keys()], () => ({ types: drafts }))
  } catch (error) {
    if (error instanceof Conflict || error instanceof BadRequest) {
      throw new ConfigurationError(`the OpenAPI document cannot be applied: ${error.message}`, { cause: error })
    }
    throw error
  }
}
