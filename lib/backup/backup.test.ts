import { gzipSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { metaText } from '../store-kit/index.ts'
import type { CollectionDefinition, SnapshotPart, StoreSnapshot, StoredDocument } from '../store-kit/index.ts'
import { readBackup, verifyBackup, writeBackup } from './index.ts'

const definition: CollectionDefinition = { name: 'notes', columns: [], versions: true, words: false }
const document = (id: string, number: number, data: string): StoredDocument => ({
  id,
  meta: metaText({
    type_slug: 'note',
    status: 'active',
    created_by: 'urn:user:admin',
    account_id: 'urn:account:default',
    sequence_no: number,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }),
  data,
})
const odd = '{"a":1.0,"b":"é ,\\"data\\":","c":[[],{}]}'
const parts: SnapshotPart[] = [
  { kind: 'collection', definition },
  { kind: 'documents', documents: [document('urn:note:1', 2, odd), document('urn:note:2', 1, '{}')] },
  { kind: 'versions', documents: [document('urn:note:1', 1, '{"a":0}')] },
  { kind: 'removed', ids: ['urn:note:3'] },
]

/** The text of a backup of these parts. */
async function textOf(content: readonly SnapshotPart[]): Promise<string> {
  const snapshot: StoreSnapshot = {
    format: { number: 1, current: 1 },
    async *parts() {
      yield* content
    },
    close: async () => undefined,
  }
  let text = ''
  for await (const line of writeBackup(snapshot, 'sqlite', { version: '1.2.3' })) text += line
  return text
}

async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? gzipSync(text) : text
  for (let from = 0; from < bytes.length; from += 50) yield bytes.subarray(from, from + 50)
}

const whole = await textOf(parts)
const lines = whole.trimEnd().split('\n')
/** The backup with one line changed. */
const altered = (index: number, change: (line: string) => string): string =>
  `${lines.map((line, n) => (n === index ? change(line) : line)).join('\n')}\n`

t.test('what is written is read, to the letter', async t => {
  t.match(await verifyBackup(bytesOf(whole)), {
    version: '1.2.3',
    kind: 'sqlite',
    collections: [{ name: 'notes', rows: 2, versions: 1, removed: 1 }],
  })
  const { header, parts: read } = await readBackup(bytesOf(whole))
  t.match(header, { plinth_backup: 1, kind: 'sqlite', format: 1 })
  const found: SnapshotPart[] = []
  for await (const part of read) found.push(part)
  t.strictSame(found, parts)
})

t.test('a file that is damaged or hostile is refused with one sentence', async t => {
  const packed = gzipSync(whole)
  const deep = `{"id":"urn:note:1","meta":${document('', 2, '').meta},"data":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
  const column = { path: ['a'], kind: 'text', many: false, indexed: false, unique: false, types: ['string'] }
  const wide = { ...definition, columns: Array.from({ length: 3_000 }, (_, n) => ({ ...column, path: [`c${n}`] })) }
  const cases: [string | Uint8Array, RegExp][] = [
    ['', /is no backup of Plinth/],
    [Buffer.from('not compressed at all'), /is no backup of Plinth/],
    [packed.subarray(0, packed.length - 30), /the backup is cut off|damaged/],
    [`${lines.slice(0, -1).join('\n')}\n`, /the backup is cut off in the collection notes/],
    [`${whole}{"id":"urn:note:9","meta":{},"data":{}}\n`, /goes on after its manifest/],
    [altered(2, line => line.replace('1.0', '1.1')), /notes was altered/],
    [altered(2, () => lines[3] ?? ''), /not in order, at "urn:note:2"/],
    [altered(0, line => line.replace('"plinth_backup":1', '"plinth_backup":99')), /was written by Plinth 1\.2\.3/],
    [altered(1, line => line.replaceAll('"notes"', '"a.b"')), /the definition of the collection "a\.b" is not valid/],
    [altered(2, () => deep), /a line of the collection notes is nested more than 1000 levels deep/],
    [
      altered(1, () => JSON.stringify({ collection: 'notes', definition: wide })),
      /the definition of the collection "notes" is not valid: \/columns must NOT have more than 1900 items/,
    ],
    [altered(2, line => line.slice(0, -5)), /damaged in the collection notes/],
    [altered(2, line => line.replace('"sequence_no":2', '"sequence_no":0')), /damaged in the collection notes/],
  ]
  for (const [file, message] of cases) {
    const error: unknown = await verifyBackup(bytesOf(file)).catch((reason: unknown) => reason)
    t.match(error, { name: 'BackupDamaged', message })
  }
  const brackets = altered(3, line => line.replace('{}', JSON.stringify({ text: '[{"'.repeat(5_000) })))
  await t.rejects(verifyBackup(bytesOf(brackets)), { message: /notes was altered/ }, 'brackets in a text are none')
  t.equal(gunzipSync(packed).toString(), whole)
})
