import { CommandFailed, exitCode, type ApiClient, type CommandContext, type Progress } from '../../kernel/index.ts'
import type { CompiledSchema } from '../../lib/json-schema/index.ts'
import { measuredRows } from './formats/measured.ts'
import type { Source } from './formats/source.ts'
import type { ImportOptions } from './import.ts'
import type { ReadyRow, Step } from './load/batches.ts'
import type { Verdicts } from './load/cascade.ts'
import { FileIndex } from './load/file-index.ts'
import { load } from './load/index.ts'
import { byKey, withoutUnchanged } from './load/key.ts'
import { inspect } from './load/inspect.ts'
import { localCheck } from './load/local-check.ts'
import { indexRows, tryRows } from './load/look-ahead.ts'
import { matchReferences, type MatchedType } from './load/match.ts'
import type { Part } from './load/part.ts'
import { openReport, type Tally } from './load/report.ts'
import { RowIds } from './load/row-ids.ts'
import { matchedTypes } from './matching.ts'
import { textsAt, type ReferencePlace } from './references.ts'
import { shapeOf } from './schema-shape.ts'
import type { Target } from './target.ts'

/** A file on its way into a type. */
export interface FileImport {
  context: CommandContext
  api: ApiClient
  typeSlug: string
  source: Source
  target: Target
  compiled: CompiledSchema
  /** Where the type refers to others. */
  places: readonly ReferencePlace[]
  account: string
  options: ImportOptions
}

/** Load one file, or try to. Sets the exit code when rows were refused. */
export async function loadFile(one: FileImport): Promise<void> {
  const { api, context, typeSlug, options, target, places } = one
  const { key, match, rejects, dryRun = false } = options
  if (key !== undefined) checkKey(one, key)
  const own = places.filter(({ slugs }) => slugs.includes(typeSlug))
  const rows = own.length === 0 ? undefined : new FileIndex()
  const types = match === undefined ? undefined : await matchedTypes(api, match, places, { slug: typeSlug, rows })
  const report = await openReport(context, { rejects, dryRun, opening: target.derived })
  const progress = context.progress(typeSlug)
  try {
    const part = partOf(one, types, rows, report.tally(typeSlug, one.source.name), progress)
    const isLinked = rows !== undefined && (await readAhead(one, part, own, rows, types?.get(typeSlug)?.property))
    const index = isLinked ? rows : undefined
    const verdicts = index === undefined ? nothingRefused : await tryRows(api, [part], index)
    await load(api, { parts: [part], index, verdicts, dryRun })
    report.complete()
  } finally {
    await report.finish()
  }
  if (report.isIncomplete) process.exitCode = exitCode.refusedRows
}

const nothingRefused: Verdicts = new Map()

function checkKey({ target, typeSlug }: FileImport, key: string): void {
  const { properties, closed } = shapeOf(target.schema)
  const types = properties.get(key)?.types
  if (types === undefined && (closed || key.startsWith('@'))) {
    throw new CommandFailed(`--key: the type ${typeSlug} has no property ${key}`, exitCode.failed)
  }
  if (types?.has('array') === true || types?.has('object') === true) {
    throw new CommandFailed(`--key: ${key} must be a text, a number or a boolean`, exitCode.failed)
  }
}

/** Read the file for what its rows become. @returns whether any of them refers to a resource of the type */
async function readAhead(
  { api, typeSlug, options: { key } }: FileImport,
  part: Part,
  own: readonly ReferencePlace[],
  index: FileIndex,
  property: string | undefined,
): Promise<boolean> {
  let isLinked = false
  const nameOf = ({ data }: ReadyRow): string | undefined => {
    isLinked ||= own.some(place => textsAt(data, place).length > 0)
    const value = property === undefined || !Object.hasOwn(data, property) ? undefined : data[property]
    return value === undefined || typeof value === 'object' ? undefined : String(value)
  }
  await indexRows(part, index, key === undefined ? [] : [byKey(api, typeSlug, key)], nameOf)
  return isLinked
}

function partOf(
  one: FileImport,
  types: ReadonlyMap<string, MatchedType> | undefined,
  index: FileIndex | undefined,
  tally: Tally,
  progress: Progress,
): Part {
  const { api, typeSlug, source, target, compiled, places, account, options } = one
  const { key } = options
  const { rows, total } = measuredRows(source)
  return {
    typeSlug,
    places,
    sending: { update: options.update === true, readOnly: compiled.readOnly },
    archived: false,
    rows,
    reading: () => ({ typeSlug, prepare: target.prepare, ids: new RowIds(typeSlug, account, target.created_at) }),
    steps: (trying): Step[] => [
      ...(key === undefined ? [] : [byKey(api, typeSlug, key)]),
      ...(types === undefined
        ? []
        : [matchReferences(api, places, types, { validate: compiled.validate, gather: trying })]),
      ...(key === undefined ? [] : [withoutUnchanged]),
      ...(trying ? [inspect(api, compiled, places, index)] : []),
    ],
    ...(target.isThere ? {} : { judge: localCheck(typeSlug, compiled) }),
    tally,
    progress: { update: done => progress.update(done, target.rows ?? total(done)), finish: () => progress.finish() },
  }
}
