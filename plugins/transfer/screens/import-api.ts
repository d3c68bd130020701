import { requests } from '../../../admin/src/index.ts'
import type { Json, JsonObject } from '../../../lib/json/types.ts'
import type { Answer } from '../../../admin/src/index.ts'
import { problemHeading } from './run/problems.ts'

type Line = requests.components['schemas']['ImportLine']
type DescribedPreview = NonNullable<Line['preview']>
type DescribedReject = NonNullable<Line['reject']>

// Values of the file are JSON; the OpenAPI document declares them as unknown.

/** A column of a file. */
export type PreviewColumn = DescribedPreview['columns'][number] & { samples: Json[] }

/** What the columns of a file contain, and which properties they are mapped to. */
export type Preview = DescribedPreview & { columns: PreviewColumn[] }

/** A reason why a row is refused. */
export type RowProblem = NonNullable<DescribedReject['problems']>[number]

/** A line of the answer to an import. */
export type ImportLine = Line & { preview?: Preview; reject?: DescribedReject & { data: Json } }

/** A file as the service accepts it. */
export interface SentFile {
  /** In UTF-8. */
  content: Blob
  format: 'csv' | 'json' | 'ndjson'
  /** For CSV; if undefined, the service detects it. */
  delimiter: string | undefined
  /** For CSV: the character before the decimals of numbers; default: a point. */
  decimal?: '.' | ',' | undefined
}

/** Column → property; empty leaves the column out. */
export type Mapping = ReadonlyMap<string, string>

const contentTypes = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const

/** How many bytes of a file are sent for a preview. */
export const previewBytes = 1024 * 1024

/**
 * Let the service preview the beginning of a file.
 * @param mapping if undefined, the service guesses the mapping
 * @throws ApiError
 */
export async function previewFile(
  slug: string,
  { content, ...file }: SentFile,
  mapping: Mapping | undefined,
  signal: AbortSignal,
): Promise<Preview> {
  const beginning = { ...file, content: content.slice(0, previewBytes) }
  const whole = content.size <= previewBytes || undefined
  const columns = mapping === undefined ? withoutProblems : columnsQuery(mapping)
  const [line] = await importRows(slug, beginning, { ...columns, preview: true, whole }, signal)
  if (line?.preview !== undefined) return line.preview
  throw new Error('the service answered no preview')
}

/** How many bytes of a file are sent to infer a type. */
export const inferredBytes = 8 * 1024 * 1024

/** The type that is inferred from the rows of a file. */
export type InferredType = Pick<Answer<'/api/resource-types/_infer', 'post'>, 'conversions' | 'rows'> & {
  schema: JsonObject
}

/** Let the service infer a type from the beginning of a file. @throws ApiError */
export async function inferType(
  { content, format, delimiter, decimal }: SentFile,
  signal: AbortSignal,
): Promise<InferredType> {
  const query = { ...(format === 'csv' && { delimiter, decimal }), whole: content.size <= inferredBytes || undefined }
  const beginning = content.slice(0, inferredBytes)
  const options = { query, body: beginning, contentType: contentTypes[format], signal }
  const answer = await requests.send('POST', '/api/resource-types/_infer', options)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the document of the service says what it answers
  return (await answer.json()) as InferredType
}

/** How a file is imported. */
interface ImportChoice {
  mapping: Mapping
  /** The property whose values can replace ids in references. */
  match: string | undefined
  /** What identifies the resources that rows change: `@id`, or a unique property; empty: rows change nothing that exists. */
  updateBy: string
  isDryRun: boolean
  /** Called with the number of rows that are done. */
  onRows: (rows: number) => void
}

/** Let the service import a file, or only check it; the lines of the answer report the rows with problems and the result. @throws ApiError */
export const importFile = (
  slug: string,
  file: SentFile,
  { mapping, match, updateBy, isDryRun, onRows }: ImportChoice,
  signal: AbortSignal,
): Promise<ImportLine[]> =>
  importRows(
    slug,
    file,
    {
      ...columnsQuery(mapping),
      rejects: true,
      match,
      ...(updateBy === '@id' ? { update: true } : { key: updateBy || undefined }),
      dry_run: isDryRun || undefined,
    },
    signal,
    onRows,
  )

type Query = Readonly<Record<string, string | boolean | undefined>>

/** Corrected rows that are imported again have a column with the problems. */
const withoutProblems: Query = { [`mapping[${problemHeading}]`]: '' }

function columnsQuery(mapping: Mapping): Query {
  const columns = [...mapping].filter(([column, path]) => path !== '' || column.includes('.')) // listed, so that columns in objects are left out
  return { mapping: 'listed', ...Object.fromEntries(columns.map(([column, path]) => [`mapping[${column}]`, path])) }
}

async function importRows(
  slug: string,
  { content, format, delimiter, decimal }: SentFile,
  options: Query,
  signal: AbortSignal,
  onRows?: (rows: number) => void,
): Promise<ImportLine[]> {
  const query = { ...options, ...(format === 'csv' && { delimiter, decimal }) }
  const address = `/api/${encodeURIComponent(slug)}/_import`
  const answer = await requests.send('POST', address, {
    query,
    body: content,
    contentType: contentTypes[format],
    accept: 'application/problem+json, application/json, */*',
    prefer: 'wait=0', // the run has a progress and can be cancelled
    onProgress: ({ done }) => onRows?.(done),
    signal,
  })
  const text = await answer.text()
  const isOfRun = answer.headers.get('content-type')?.startsWith('application/json') === true
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the document of the service says what a line holds; the result of a run is the same lines
  return JSON.parse(isOfRun ? text : `[${text.trim().split('\n').join()}]`) as ImportLine[]
}
