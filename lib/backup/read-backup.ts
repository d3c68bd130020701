import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ConfigurationError, systemCodeOf } from '../errors/index.ts'
import { isNestedWithin, isObject, isRecord } from '../json/index.ts'
import type { Json } from '../json/index.ts'
import type { CollectionDefinition, SnapshotPart, StoredDocument } from '../store-kit/document-store.ts'
import { currentDefinition, formerReferences } from '../store-kit/earlier-definitions.ts'
import { releaseText } from '../store-kit/store-format.ts'
import { compareText } from '../store-kit/value-order.ts'
import type { BackupHeader, CollectionEntry, BackupManifest } from './lines.ts'
import { backupFormat, CollectionTally } from './lines.ts'
import { definitionShape, headerShape, manifestShape, metaShape } from './validate.ts'

/** A file is not a whole backup. The message names the collection where that was found. */
export class BackupDamaged extends ConfigurationError {
  static override readonly code: string = 'backup-damaged'
}

/** A backup that is being read. */
export interface BackupContent {
  header: BackupHeader
  /**
   * Its parts, once. At the end they are compared with the manifest.
   * @throws BackupDamaged
   */
  parts: AsyncGenerator<SnapshotPart, BackupManifest>
}

/** A line that is longer than this, in bytes, is not one of a backup. */
const maxLineBytes = 256 * 1024 * 1024
/** What is nested deeper was not written by a store, and would overflow the stack of recursive functions. */
const maxDepth = 1_000
/** A portion of documents ends after so many bytes or lines. */
const maxPortionBytes = 4_000_000
const maxPortionLines = 500

/**
 * Read a backup.
 * @param bytes of the file
 * @throws BackupDamaged when it is none, or a later version wrote it
 */
export async function readBackup(bytes: AsyncIterable<Uint8Array>): Promise<BackupContent> {
  const lines = linesOf(bytes)
  const first = await lines.next().catch((error: unknown) => {
    throw unreadable(error, undefined)
  })
  const header = readHeader(first.done === true ? undefined : first.value)
  return { header, parts: partsOf(lines, header) }
}

/**
 * Read a backup whole, and compare it with its manifest.
 * @param onRows called with the number of rows read so far
 * @throws BackupDamaged
 */
export async function verifyBackup(
  bytes: AsyncIterable<Uint8Array>,
  onRows: (rows: number) => void = () => undefined,
): Promise<BackupManifest> {
  const { parts } = await readBackup(bytes)
  let rows = 0
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done === true) return next.value
    rows += rowsIn(next.value)
    onRows(rows)
  }
}

const rowsIn = (part: SnapshotPart): number =>
  part.kind === 'collection' ? 0 : part.kind === 'removed' ? part.ids.length : part.documents.length

async function* partsOf(
  lines: AsyncGenerator<Buffer>,
  header: BackupHeader,
): AsyncGenerator<SnapshotPart, BackupManifest> {
  const found: CollectionEntry[] = []
  let tally: CollectionTally | undefined
  let portion: Exclude<SnapshotPart, { kind: 'collection' }> | undefined
  let bytes = 0
  let before: Place | undefined
  let manifest: BackupManifest | undefined
  try {
    for await (const line of lines) {
      if (manifest !== undefined) throw new BackupDamaged('the backup continues after its manifest')
      const kind = kindOf(line)
      const isFull = portion !== undefined && (bytes > maxPortionBytes || rowsIn(portion) >= maxPortionLines)
      if (portion !== undefined && (portion.kind !== kind || isFull)) {
        if (tally?.name !== formerReferences) yield portion
        portion = undefined
        bytes = 0
      }
      if (kind === 'manifest' || kind === 'collection') {
        if (tally !== undefined) found.push(tally.entry())
        tally = undefined
        if (kind === 'manifest') {
          manifest = readManifest(line)
          continue
        }
        const definition = readDefinition(line)
        if (found.some(({ name }) => name === definition.name))
          throw new BackupDamaged(`the backup is damaged: the collection ${definition.name} occurs twice`)
        tally = new CollectionTally(definition.name)
        before = undefined
        hashLine(tally, line)
        if (definition.name !== formerReferences) yield { kind, definition }
        continue
      }
      if (kind === undefined || tally === undefined) throw new SyntaxError('a line of another kind')
      hashLine(tally, line)
      tally.add(kind === 'documents' ? 'rows' : kind, 1)
      bytes += line.length
      let place: Place
      if (kind === 'removed') {
        const ids = portion?.kind === 'removed' ? portion.ids : []
        const id = readRemoved(line)
        ids.push(id)
        portion = { kind, ids }
        place = { kind, id, number: 0 }
      } else {
        const documents: StoredDocument[] = portion !== undefined && 'documents' in portion ? portion.documents : []
        const { document, number } = readDocument(line)
        documents.push(document)
        portion = { kind, documents }
        place = { kind, id: document.id, number: kind === 'versions' ? number : 0 }
      }
      if (before !== undefined && comparePlaces(before, place) >= 0)
        throw new BackupDamaged(
          `the backup is damaged: the lines of the collection ${tally.name} are not in order, at ${JSON.stringify(place.id)}`,
        )
      before = place
    }
  } catch (error) {
    // What was read can name the damaged collection better than the place where reading ended.
    if (manifest !== undefined) compare(manifest, found, header)
    throw unreadable(error, tally?.name ?? found.at(-1)?.name)
  }
  if (manifest === undefined) throw cutOff(tally?.name ?? found.at(-1)?.name)
  compare(manifest, found, header)
  return manifest
}

/** Where a line of a collection belongs: by its kind, then by id, then by the number of the version. So nothing occurs twice. */
interface Place {
  kind: 'documents' | 'versions' | 'removed'
  id: string
  number: number
}

const order = ['documents', 'versions', 'removed']

const comparePlaces = (a: Place, b: Place): number =>
  order.indexOf(a.kind) - order.indexOf(b.kind) || compareText(a.id, b.id) || a.number - b.number

function hashLine(tally: CollectionTally, line: Buffer): void {
  tally.hash(line)
  tally.hash('\n')
}

const kinds: readonly [string, 'documents' | 'versions' | 'removed' | 'collection' | 'manifest'][] = [
  ['{"id":', 'documents'],
  ['{"version":', 'versions'],
  ['{"removed":', 'removed'],
  ['{"collection":', 'collection'],
  ['{"manifest":', 'manifest'],
]

function kindOf(line: Buffer): (typeof kinds)[number][1] | undefined {
  const start = line.toString('latin1', 0, 16)
  return kinds.find(([prefix]) => start.startsWith(prefix))?.[1]
}

const metaMark = ',"meta":'
const dataMark = ',"data":'

/**
 * The texts of `meta` and `data` as they are in the line: parsing them would not keep them exactly.
 * @throws SyntaxError
 */
function readDocument(line: Buffer): { document: StoredDocument; number: number } {
  const text = line.toString('utf8')
  const meta = text.indexOf(metaMark)
  const data = text.indexOf(dataMark, meta)
  if (meta === -1 || data === -1) throw new SyntaxError('a document of another shape')
  const id = parse(text.slice(text.indexOf(':') + 1, meta))
  const document = {
    id: String(id),
    meta: text.slice(meta + metaMark.length, data),
    data: text.slice(data + dataMark.length, -1),
  }
  const { sequence_no: number } = metaShape.read(parse(document.meta))
  if (typeof id !== 'string' || !text.endsWith('}') || !isObject(parse(document.data)))
    throw new SyntaxError('a document of another shape')
  return { document, number }
}

/** @throws SyntaxError */
function readRemoved(line: Buffer): string {
  const value = parse(line.toString('utf8'))
  if (isRecord(value) && typeof value['removed'] === 'string') return value['removed']
  throw new SyntaxError('an id of another shape')
}

/** @throws BackupDamaged */
function readHeader(line: Buffer | undefined): BackupHeader {
  try {
    const header = headerShape.read(line === undefined ? undefined : parse(line.toString('utf8')))
    if (header.plinth_backup <= backupFormat) return header
    throw new BackupDamaged(`the backup was written by Plinth ${releaseText(header)}; restore it with that version`)
  } catch (error) {
    throw error instanceof SyntaxError ? new BackupDamaged('this file is no backup of Plinth', { cause: error }) : error
  }
}

/** @throws BackupDamaged */
function readDefinition(line: Buffer): CollectionDefinition {
  const value = parse(line.toString('utf8'))
  const { collection, definition } = isRecord(value) ? value : {}
  const read = described(`the definition of the collection ${JSON.stringify(collection)}`, () =>
    definitionShape.read(definition),
  )
  if (read.name === collection) return currentDefinition(read)
  throw new BackupDamaged(`the backup is damaged: the definition of the collection ${read.name} has another name`)
}

/** @throws BackupDamaged */
function readManifest(line: Buffer): BackupManifest {
  const value = parse(line.toString('utf8'))
  return described('its manifest', () => manifestShape.read(isRecord(value) ? value['manifest'] : undefined))
}

/** @throws BackupDamaged for a SyntaxError */
function described<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new BackupDamaged(`the backup is damaged: ${what} is not valid: ${error.message}`, { cause: error })
  }
}

/** @throws BackupDamaged naming the collections that differ from the manifest */
function compare(manifest: BackupManifest, found: readonly CollectionEntry[], header: BackupHeader): void {
  const { collections, ...rest } = manifest
  const expected = new Map(collections.map(entry => [entry.name, entry]))
  const problems = found.flatMap(entry => {
    const wanted = expected.get(entry.name)
    expected.delete(entry.name)
    if (wanted === undefined) return [`${entry.name} is not in the manifest`]
    for (const count of ['rows', 'versions', 'removed'] as const) {
      if (wanted[count] !== entry[count])
        return [`${entry.name} has ${entry[count]} ${count}, the manifest has ${wanted[count]}`]
    }
    return wanted.sha256 === entry.sha256 ? [] : [`${entry.name} was altered`]
  })
  const missing = [...expected.keys()].map(name => `${name} is missing`)
  const isSame = JSON.stringify(rest) === JSON.stringify(header)
  const all = [...problems, ...missing, ...(isSame ? [] : ['the manifest and the first line differ'])]
  if (all.length > 0) throw new BackupDamaged(`the backup is damaged: ${all.slice(0, 10).join('; ')}`)
}

function cutOff(collection: string | undefined): BackupDamaged {
  return new BackupDamaged(`the backup is cut off${collection === undefined ? '' : ` in the collection ${collection}`}`)
}

/** The error for bytes or lines that cannot be read; other errors are returned unchanged. */
function unreadable(error: unknown, collection: string | undefined): unknown {
  const code = systemCodeOf(error)
  if (code === 'Z_BUF_ERROR') return cutOff(collection)
  if (!code.startsWith('Z_') && !(error instanceof SyntaxError)) return error
  if (collection === undefined)
    return new BackupDamaged('this file is no backup of Plinth, or its beginning is damaged')
  return new BackupDamaged(`the backup is damaged in the collection ${collection}`, { cause: error })
}

/** @throws SyntaxError, also for a value that is nested deeper than {@link maxDepth} */
function parse(text: string): unknown {
  const value: Json = JSON.parse(text)
  if (isNestedWithin(value, maxDepth)) return value
  throw new SyntaxError('a line that is nested too deep')
}

/** The lines of a compressed text, without their line feeds. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = Readable.from(bytes, { objectMode: false })
  const unpacked = createGunzip()
  source.on('error', error => unpacked.destroy(error))
  let rest: Buffer[] = []
  let restBytes = 0
  try {
    for await (const chunk of source.pipe(unpacked)) {
      let piece = Buffer.from(chunk)
      for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10)) {
        yield Buffer.concat([...rest, piece.subarray(0, end)])
        rest = []
        restBytes = 0
        piece = piece.subarray(end + 1)
      }
      rest.push(piece)
      restBytes += piece.length
      if (restBytes > maxLineBytes) throw new SyntaxError('a line without an end')
    }
    if (restBytes > 0) throw new SyntaxError('the last line has no end')
  } finally {
    source.destroy()
  }
}
