import type { CompiledSchema } from '../../lib/json-schema/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import {
  isRefused,
  previewColumns,
  readRows,
  type ColumnPreview,
  type PreviewOptions,
  type Reading,
} from '../../lib/tabular/index.ts'
import type { ResourceType } from '../types/contract.ts'

/** The columns of a file and the properties that they would be mapped to, as the API returns them. */
export interface PreviewAnswer {
  /** The number of rows, including those that cannot be read. */
  rows: number
  unreadable: number
  /** The character between the cells of CSV. */
  delimiter?: string
  /** The property whose values can replace ids in references. */
  match?: string
  columns: {
    column: string
    /** Empty where the column is left out. */
    property: string
    filled: number
    samples: readonly Json[]
    conversion?: { rows: number; date_form?: string; example: { from: Json; to: Json } }
    /** Slug of the type whose resources its texts name. */
    names?: string
  }[]
}

/**
 * Preview the beginning of a file that is to be imported into a type.
 * @param choice see {@link PreviewOptions}
 * @throws TabularError for a file that cannot be read
 */
export async function previewFile(
  { schema, compiled }: ResourceType,
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
  choice: Pick<PreviewOptions, 'mapping' | 'listedOnly' | 'takesIds' | 'decimal'>,
): Promise<PreviewAnswer> {
  const { rows, unreadable, headings, delimiter } = await readBeginning(bytes, reading)
  const isCsv = reading.format === 'csv'
  const columns = previewColumns(headings, rows, { ...choice, schema, isCsv, excluded: compiled.readOnly })
  return {
    rows: rows.length + unreadable,
    unreadable,
    ...(delimiter !== undefined && { delimiter }),
    columns: columns.map(column => answerColumn(column, compiled)),
  }
}

/** The rows, all in memory. */
async function readBeginning(bytes: AsyncIterable<Uint8Array>, reading: Reading) {
  const beginning = { rows: new Array<JsonObject>(), unreadable: 0, headings: new Array<string>() }
  let delimiter: string | undefined
  const onHeadings = (headings: readonly string[], separator: string): void => {
    beginning.headings = [...headings]
    delimiter = separator
  }
  for await (const portion of readRows(bytes, { ...reading, onHeadings })) {
    for (const row of portion) {
      if (isRefused(row)) beginning.unreadable++
      else beginning.rows.push(row.data)
    }
  }
  return { ...beginning, delimiter }
}

function answerColumn(
  { conversion, ...column }: ColumnPreview,
  { references }: CompiledSchema,
): PreviewAnswer['columns'][number] {
  const reference = references.find(({ path }) => path.join('.') === column.property)
  const hasNames = column.samples.flat().some(value => typeof value === 'string' && !value.startsWith('urn:'))
  return {
    ...column,
    ...(conversion !== undefined && {
      conversion: {
        rows: conversion.rows,
        ...(conversion.dateForm !== undefined && { date_form: conversion.dateForm }),
        example: conversion.example,
      },
    }),
    ...(hasNames && reference !== undefined && { names: reference.type_slugs[0] }),
  }
}
