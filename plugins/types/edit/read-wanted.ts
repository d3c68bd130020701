import { BadRequest } from '../../../kernel/index.ts'
import type { Problem } from '../../../kernel/index.ts'
import { checkContext, checkTerms } from '../../../lib/json-ld/index.ts'
import {
  checkAnnotations,
  checkUnevaluatedItems,
  compileSchema,
  placesNaming,
  readLanguageMaps,
  readPatterns,
} from '../../../lib/json-schema/index.ts'
import type { CompiledSchema } from '../../../lib/json-schema/index.ts'
import { equalJson } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { compileType } from '../registry/compile-type.ts'
import type { Catalogue } from '../registry/type-catalogue.ts'
import { checkSlug, collectionName } from '../registry/slugs.ts'
import type { TypeParts } from './new-type.ts'
import { isHiddenType } from '../registry/type-record.ts'
import type { TypeRecord, StoredType } from '../registry/type-record.ts'
import type { TypeBody } from '../schemas.ts'

/** The checked desired state of a type. */
export interface WantedType {
  record: TypeRecord
  compiled: CompiledSchema
}

/**
 * The record that results from a body and the current record (or none).
 * @param current the values of the fields that the body does not have
 * @throws `BadRequest` naming everything that is wrong
 */
export function readWanted(
  body: TypeBody,
  current: TypeRecord | undefined,
  reserved: Pick<ReadonlySet<string>, 'has'>,
): WantedType {
  const slug = body.slug ?? current?.slug ?? ''
  const context: JsonObject = body.context ?? current?.context ?? {}
  const wrong: BadRequest[] = []
  const check = <T>(make: () => T): T | undefined => collect(wrong, make)
  if (slug !== current?.slug) check(() => checkSlug(slug, reserved))
  if (body.context !== undefined) check(() => checkContext(context))
  const read = check(() => readSchema(body.schema, current?.schema ?? null))
  if (read === undefined || wrong.length > 0) {
    const problems = wrong.flatMap(error => error.problems)
    throw new BadRequest(wrong.map(({ message }) => message).join('; '), { problems })
  }
  const { schema, compiled } = read
  const name = body.name ?? current?.name ?? ''
  if (body.context !== undefined || body.schema !== undefined) checkTerms(name, context, compiled)
  const record: TypeRecord = {
    name,
    slug,
    description: body.description ?? current?.description ?? '',
    context,
    schema,
    collection: collectionName(slug),
    hidden: isHiddenType(schema),
    moving: false,
    behaviours: current?.behaviours ?? [],
  }
  return { record, compiled }
}

/** The schema in the form in which it is stored, checked and compiled. @param given undefined when the schema stays as it was before */
function readSchema(
  given: TypeBody['schema'],
  before: JsonObject | null,
): { schema: JsonObject | null; compiled: CompiledSchema } {
  const schema = given === undefined ? before : given === null ? null : readNewSchema(given, before)
  const compiled = compileSchema(schema, { isStored: equalJson(schema, before) })
  checkAnnotations(schema, before)
  return { schema, compiled }
}

/** What only new schemas have to fulfil is not demanded of one that stays the same. */
function readNewSchema(given: JsonObject, before: JsonObject | null): JsonObject {
  const schema = readLanguageMaps(given, before)
  if (equalJson(schema, before)) return schema
  checkUnevaluatedItems(schema)
  return readPatterns(schema)
}

function collect<T>(wrong: BadRequest[], make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    wrong.push(error)
    return undefined
  }
}

/**
 * Check what a type requires of other types.
 * @param current the type before; references that it had are allowed, and a label that it had is not checked again
 * @param changedSlugs slugs of types that are created or changed in the same write
 * @throws `BadRequest` naming every property that refers to a type that does not exist, or every property in a label that no type has
 */
export async function checkOtherTypes(
  { catalogue }: Pick<TypeParts, 'catalogue'>,
  wanted: WantedType,
  current: StoredType | undefined,
  changedSlugs: ReadonlySet<string>,
): Promise<void> {
  await checkNamedTypes(catalogue, wanted, current, changedSlugs)
  await checkLabelTargets(catalogue, wanted, current, changedSlugs)
}

/** Check that the types exist to whose resources a schema newly refers; archived types count as existing. */
async function checkNamedTypes(
  catalogue: Catalogue,
  { record, compiled }: WantedType,
  current: StoredType | undefined,
  changedSlugs: ReadonlySet<string>,
): Promise<void> {
  if (compiled.referredTypes.length === 0) return
  const before = current === undefined ? [] : compileType(current).compiled.referredTypes
  const known = new Set([record.slug, ...changedSlugs, ...before])
  if (current !== undefined) known.add(current.data.slug)
  const wrong: Problem[] = []
  for (const slug of compiled.referredTypes) {
    if (known.has(slug) || (await catalogue.get(slug)) !== undefined) continue
    const [pointer] = placesNaming(record.schema ?? {}, slug)
    if (pointer === undefined) continue // only x-media-types: without files there are only paths and addresses
    const problem = `x-resource-type names ${slug}, and there is no such resource type: create it first`
    const places = compiled.references.filter(({ type_slugs }) => type_slugs.includes(slug))
    for (const name of places.length === 0 ? [''] : places.map(({ name }) => `${name}: `))
      wrong.push({ pointer: `/schema${pointer}`, code: 'unknown-type', message: `${name}${problem}` })
  }
  refuse(wrong)
}

/** @throws `BadRequest` naming all problems of the schema, if there are any */
function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new BadRequest(problems.map(({ message }) => `schema: ${message}`).join('; '), { problems })
}

/** Check that what a label shows of other resources are properties of their types. References to types of the same write are not followed. */
async function checkLabelTargets(
  catalogue: Catalogue,
  { record, compiled }: WantedType,
  current: StoredType | undefined,
  changedSlugs: ReadonlySet<string>,
): Promise<void> {
  const before = current?.data.schema
  if (['x-label', 'x-labels'].every(keyword => equalJson(record.schema?.[keyword], before?.[keyword]))) return
  const wrong: Problem[] = []
  for (const { path, type_slugs, field } of compiled.labelReferences) {
    if (field.length === 0 || type_slugs.some(slug => slug !== record.slug && changedSlugs.has(slug))) continue
    const targets = await Promise.all(
      type_slugs.map(async slug => {
        if (slug === record.slug) return compiled
        const type = await catalogue.get(slug)
        return type === undefined ? undefined : compileType(type).compiled
      }),
    )
    const isKnown = targets.some(target => target !== undefined && (target.open || target.resolve(field) !== undefined))
    if (isKnown) continue
    const name = `${[...path, ...field].join('.')} (of the type ${type_slugs.join(' or ')})`
    wrong.push({
      pointer: '/schema/x-label',
      code: 'invalid-schema',
      message: `/x-label: names what is no property: ${name}`,
    })
  }
  refuse(wrong)
}
