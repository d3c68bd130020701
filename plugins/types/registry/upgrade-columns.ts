import { ConfigurationError, WriteRefused, systemCaller } from '../../../kernel/index.ts'
import type { PendingUpgrade, WriteOperation } from '../../../kernel/index.ts'
import { insteadOf } from '../../../lib/errors/index.ts'
import { dropColumnFaults } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema } from '../../../lib/json-schema/index.ts'
import { readDocument } from '../../../lib/store-kit/index.ts'
import type { TypeProblem } from '../contract.ts'
import type { TypeParts } from '../edit/new-type.ts'
import { conversionOf, eventOf } from '../edit/write-types.ts'
import { convertColumns } from '../impact/convert.ts'
import { findImpact } from '../impact/impact.ts'
import { compileType } from './compile-type.ts'
import { nextState, typeRecords } from './type-record.ts'
import type { StoredType, TypeRecord } from './type-record.ts'

/*
 * Version 0.2.0 kept values of other types in columns, and accepted annotations that need a column on properties that are none. Its records of types have
 * the member `mixed`, so each type is converted to the rules of this version once.
 */

/** A type of version 0.2.0. */
interface OldType {
  type: StoredType
  next: TypeRecord
  /** The annotations that its schema loses. */
  dropped: readonly string[]
  /** Values that do not fit their columns. */
  problems: readonly TypeProblem[]
}

async function findOldTypes({ store, catalogue }: TypeParts): Promise<OldType[]> {
  const found: OldType[] = []
  for (const type of await catalogue.all()) {
    if (!Object.hasOwn(type.data, 'mixed')) continue
    const { mixed: _mixed, ...record } = type.data
    const { schema, dropped } = record.schema === null ? { schema: null, dropped: [] } : dropColumnFaults(record.schema)
    const { problems } = await findImpact(store, {
      before: {
        collection: record.collection,
        compiled: { columns: [], nestedColumns: () => [], secrets: compileType(type).compiled.secrets },
      },
      after: columnsToFill(type),
      account_id: '',
      convert: false,
      references: undefined,
    })
    found.push({ type, next: { ...record, schema }, dropped: dropped.map(one => one.pointer), problems })
  }
  return found
}

/** The schema of a type; whether values are unique was looked after when they were written. */
function columnsToFill(type: StoredType): CompiledSchema {
  const { compiled } = compileType(type)
  return { ...compiled, columns: compiled.columns.map(column => ({ ...column, unique: false })) }
}

/** What {@link upgradeColumns} would do. */
export async function planColumns(parts: TypeParts): Promise<PendingUpgrade[]> {
  return (await findOldTypes(parts)).flatMap(({ type: { data }, dropped, problems }) => [
    ...dropped.map(pointer => ({
      name: `types/${data.slug}${pointer}`,
      description: `the schema of ${data.slug} loses ${pointer}, because the property is no column`,
      rows: 1,
    })),
    ...problems.map(({ property, count, converted = 0, lost = 0 }) => ({
      name: `types/${data.slug}/${property}`,
      description:
        `${data.slug}.${property}: ${converted} of the values that do not fit its column are converted` +
        (lost > 0 ? `, ${lost} are removed, which needs --force` : ''),
      rows: count,
    })),
  ])
}

/**
 * Convert the values of version 0.2.0 that do not fit their columns, as new versions, and drop annotations that need a column where there is none.
 * @param force remove values that cannot be converted from the current versions
 * @throws `ConfigurationError` when something would be removed
 */
export async function upgradeColumns(
  parts: TypeParts,
  { force }: { force: boolean },
  warn: (message: string) => void,
): Promise<void> {
  const old = await findOldTypes(parts)
  const losses = old.flatMap(({ type, problems }) =>
    problems.flatMap(({ property, lost = 0 }) => (lost > 0 ? [`${type.data.slug}.${property}: ${lost}`] : [])),
  )
  if (losses.length > 0 && !force) {
    throw new ConfigurationError(
      `resources have values that do not fit their columns (${losses.join(', ')}); plinth upgrade --check lists what would be changed, ` +
        'plinth upgrade --force removes these values from the current versions; earlier versions keep them',
    )
  }
  for (const { type, next, dropped, problems } of old) {
    if (problems.length > 0) await convertResources(parts, type)
    const after = nextState(type, next)
    const events = dropped.length === 0 ? [] : [eventOf(parts, systemCaller(), 'ResourceType.Updated', after)]
    const write = parts.store.write([typeRecords.replace(after), ...events])
    await write.catch(insteadOf(WriteRefused, undefined)) // another instance was faster
    if (dropped.length > 0)
      warn(`the schema of ${next.slug} lost annotations of properties that are no columns: ${dropped.join(', ')}`)
  }
}

async function convertResources(parts: TypeParts, type: StoredType): Promise<void> {
  const { compiled } = compileType(type)
  const columns = [...compiled.nestedColumns(), ...compiled.columns.filter(({ kind }) => kind !== 'json')]
  for await (const portion of parts.store.scan(type.data.collection)) {
    const operations = portion.map(readDocument).flatMap((resource): WriteOperation[] => {
      const data = convertColumns(resource.data, columns)
      if (data === resource.data) return []
      return conversionOf(parts, systemCaller(resource.meta.account_id), type.data, { ...resource, data })
    })
    if (operations.length > 0) await parts.store.write(operations)
  }
}
