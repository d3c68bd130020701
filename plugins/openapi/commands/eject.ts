import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import type { CommandContext } from '../../../kernel/index.ts'
import { typesNamedIn } from '../../../lib/json-schema/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { documentOf } from '../eject/document-of.ts'
import type { EjectedType } from '../eject/document-of.ts'

/** Types that exist in every service: a document cannot define them under their own slug. */
const serviceTypes: ReadonlySet<string> = new Set(['person', 'organization'])

/**
 * `plinth openapi eject`.
 * @param options.schemaPrefix prefix of the names of the schemas
 * @throws CommandFailed for an unknown type, and for one that a document cannot define
 */
export async function eject(
  context: CommandContext,
  slugs: readonly string[],
  { schemaPrefix = '' }: { schemaPrefix?: string },
): Promise<void> {
  const types = await readTypes(context)
  const unknown = slugs.filter(slug => types.every(type => type.slug !== slug))
  if (unknown.length > 0) throw new CommandFailed(`there is no type ${unknown.join(', ')}`, exitCode.usage)
  const isPossible = (slug: string): boolean => schemaPrefix !== '' || !serviceTypes.has(slug)
  const impossible = slugs.filter(slug => !isPossible(slug))
  if (impossible.length > 0) {
    const names = impossible.join(' and ')
    throw new CommandFailed(
      `every service has ${names} already; give new types of that kind other names, with --schema-prefix`,
      exitCode.usage,
    )
  }
  const chosen = types.filter(({ slug }) => (slugs.length === 0 ? isPossible(slug) : slugs.includes(slug)))
  const { document, losses } = documentOf(chosen, schemaPrefix)
  for (const line of [...losses, ...missingTypes(chosen)]) context.say(line)
  context.print(document, () => JSON.stringify(document, null, 2))
}

/** Types that the schemas refer to and that a new service lacks; it would refuse such a document. */
function missingTypes(types: readonly EjectedType[]): string[] {
  const known = new Set([...serviceTypes, ...types.map(({ slug }) => slug)])
  return types.flatMap(({ slug, schema }) => {
    const missing = [...typesNamedIn(schema ?? {})].filter(one => !known.has(one))
    return missing.length === 0
      ? []
      : [`${slug} refers to ${missing.join(', ')}: a service without these types refuses the document`]
  })
}

async function readTypes(context: CommandContext): Promise<EjectedType[]> {
  const { data } = await (await context.api()).listAll('/api/resource-types', { includeAll: true })
  const types = data.filter(isObject).filter(isActive).map(typeOf)
  return types.sort((one, other) => (one.slug < other.slug ? -1 : 1))
}

const isActive = ({ status }: JsonObject): boolean => status === 'active'

const typeOf = ({ slug, schema }: JsonObject): EjectedType => ({
  slug: typeof slug === 'string' ? slug : '',
  schema: isObject(schema) ? schema : undefined,
})
