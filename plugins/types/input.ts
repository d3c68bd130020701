import { BadRequest } from '../../kernel/index.ts'
import { checkContext } from '../../lib/json-ld/index.ts'
import { checkAnnotations, compileSchema } from '../../lib/json-schema/index.ts'
import type { CompiledSchema } from '../../lib/json-schema/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { checkSlug, collectionName } from './names.ts'
import { isHidden } from './record.ts'
import type { TypeRecord } from './record.ts'
import type { TypeBody } from './schemas.ts'

/** A type as a caller wants it to be, checked. */
export interface WantedType {
  record: TypeRecord
  compiled: CompiledSchema
}

/**
 * The record that a body makes of another one (or of nothing).
 * @param current what the fields not sent keep
 * @throws `BadRequest` naming everything that is wrong
 */
export function readWanted(
  body: TypeBody,
  current: TypeRecord | undefined,
  reserved: Pick<ReadonlySet<string>, 'has'>,
): WantedType {
  const slug = body.slug ?? current?.slug ?? ''
  const context: JsonObject = body.context ?? current?.context ?? {}
  const schema: JsonObject | null = body.schema === undefined ? (current?.schema ?? null) : body.schema
  const wrong: string[] = []
  const check = <T>(make: () => T): T | undefined => collect(wrong, make)
  if (slug !== current?.slug) check(() => checkSlug(slug, reserved))
  if (body.context !== undefined) check(() => checkContext(context))
  const compiled = check(() => compileSchema(schema))
  if (compiled !== undefined) check(() => checkAnnotations(schema, current?.schema ?? null))
  if (compiled === undefined || wrong.length > 0) throw new BadRequest(wrong.join('; '))
  const record: TypeRecord = {
    name: body.name ?? current?.name ?? '',
    slug,
    description: body.description ?? current?.description ?? '',
    context,
    schema,
    collection: collectionName(slug),
    hidden: isHidden(schema),
    mixed: current?.mixed ?? [],
    moving: false,
    behaviours: current?.behaviours ?? [],
  }
  return { record, compiled }
}

function collect<T>(wrong: string[], make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    wrong.push(error.message)
    return undefined
  }
}
