import { CommandFailed, exitCode, isObject } from '../../../kernel/index.ts'
import type { CommandContext, Json, JsonObject } from '../../../kernel/index.ts'
import { documentOf } from '../eject/document-of.ts'
import type { EjectedType } from '../eject/document-of.ts'

/** `plinth openapi eject`. @throws CommandFailed for an unknown type */
export async function eject(context: CommandContext, slugs: readonly string[]): Promise<void> {
  const types = await readTypes(context)
  const unknown = slugs.filter(slug => types.every(type => type.slug !== slug))
  if (unknown.length > 0) throw new CommandFailed(`there is no type ${unknown.join(', ')}`, exitCode.usage)
  const chosen = slugs.length === 0 ? types : types.filter(({ slug }) => slugs.includes(slug))
  const document = documentOf(chosen)
  context.print(document, () => JSON.stringify(document, null, 2))
}

async function readTypes(context: CommandContext): Promise<EjectedType[]> {
  const api = await context.api()
  const types: EjectedType[] = []
  let cursor = ''
  do {
    const { body } = await api.request(
      'GET',
      `/api/resource-types?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    const page = isObject(body) ? body : {}
    types.push(...(Array.isArray(page['data']) ? page['data'] : []).filter(isObject).map(typeOf))
    cursor = typeof page['cursor'] === 'string' ? page['cursor'] : ''
  } while (cursor !== '')
  return types
}

const typeOf = ({ slug, name, schema }: JsonObject): EjectedType => ({
  slug: textOf(slug),
  name: textOf(name),
  schema: isObject(schema) ? schema : {},
})

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
