import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { multipart, sha256Of } from '../../plugins/files/testing.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { until } from '../../testing/internal/until.ts'

const main = join(import.meta.dirname, '../../kernel/main.js')

/** The service as a process of its own. */
async function start(directory: string): Promise<{ child: ChildProcess; base: string }> {
  // the test runner would make every Node process load parts of it first
  const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, main], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      SQLITE_PATH: join(directory, 'plinth.db'),
      PLINTH_CONFIG: join(directory, 'plinth.json'),
    },
  })
  let said = ''
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      said += part
      const url = /"url":"(http:[^"]+)"[^\n]*"msg":"started"/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(`it ended: ${said}`)))
  })
  return { child, base }
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** The sizes of the files in a folder of the bytes, by their names. */
function sizesIn(directory: string, part: string): Map<string, number> {
  try {
    const entries = readdirSync(join(directory, 'files', part), { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile())
    return new Map(files.map(({ name, parentPath }) => [name, statSync(join(parentPath, name)).size]))
  } catch {
    return new Map() // it is made for the first file
  }
}

const namesIn = (directory: string, part: string): string[] => [...sizesIn(directory, part).keys()]

t.test('a process that is killed at any moment of an upload leaves nothing half there', async t => {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-'))
  t.teardown(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(join(directory, 'plinth.json'), JSON.stringify({ plugins: { files: true } }))
  const acknowledged = new Set<string>()
  for (let round = 0; round < 4; round++) {
    const { child, base } = await start(directory)
    const bytes = Array.from({ length: 30 }, () => randomBytes(200_000))
    let answers = 0
    const send = async (content: Buffer): Promise<void> => {
      const { payload, headers } = multipart([{ name: 'file', content, filename: 'a.bin' }])
      const answer = await fetch(`${base}/api/file`, { method: 'POST', headers, body: new Uint8Array(payload) })
      if (answer.status === 201) acknowledged.add(sha256Of(content))
      answers += 1
    }
    const uploads = Promise.allSettled(bytes.map(send))
    await until(() => answers >= round * 4 + 1)
    await kill(child)
    await uploads
  }
  const { child, base } = await start(directory)
  t.teardown(() => kill(child))
  const list = (await (await fetch(`${base}/api/file?limit=1000&fields=sha256`)).json()) as {
    data: { id: string; data: { '@graph': { sha256: string }[] } }[]
  }
  const { data: files } = list
  const hashes = new Set(files.map(({ data }) => data['@graph'][0]?.sha256 ?? ''))
  for (const sha256 of acknowledged) t.ok(hashes.has(sha256), 'what was acknowledged is there')
  for (const { id, data } of files) {
    const answer = await fetch(`${base}/api/file/${id}/content`)
    t.equal(sha256Of(Buffer.from(await answer.arrayBuffer())), data['@graph'][0]?.sha256)
  }
  await until(() => namesIn(directory, 'content').length === hashes.size)
  t.same(new Set(namesIn(directory, 'content')), hashes, 'and no other bytes')
  t.same(namesIn(directory, 'arriving'), [])
  t.same(namesIn(directory, 'trash'), [])
})

t.test('an upload that can be resumed goes on after the process was killed', async t => {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-'))
  t.teardown(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(join(directory, 'plinth.json'), JSON.stringify({ plugins: { files: true } }))
  const bytes = randomBytes(6_000_000)
  const tus = { 'tus-resumable': '1.0.0' }
  let { child, base } = await start(directory)
  t.teardown(() => kill(child))
  const began = await fetch(`${base}/api/file/_uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `filename ${btoa('film.bin')}` },
  })
  const upload = began.headers.get('location') ?? ''
  const id = upload.slice(upload.lastIndexOf('/') + 1)
  const offset = async (): Promise<number> => {
    const answer = await fetch(base + upload, { method: 'HEAD', headers: tus })
    t.equal(answer.status, 200)
    return Number(answer.headers.get('upload-offset'))
  }
  const headers = (from: number) => ({
    ...tus,
    'upload-offset': String(from),
    'content-type': 'application/offset+octet-stream',
  })
  let from = 0
  for (const end of [2_000_000, 4_000_000]) {
    const request = httpRequest(base + upload, { method: 'PATCH', headers: headers(from) })
    request.on('error', () => undefined) // the service is killed
    request.write(bytes.subarray(from, end))
    const arrived = (): number => sizesIn(directory, 'uploads').get(id) ?? 0
    await until(() => arrived() > from)
    await kill(child)
    request.destroy()
    ;({ child, base } = await start(directory))
    const kept = await offset()
    t.ok(kept > from && kept <= end, `${kept} bytes of ${end} are kept`)
    t.match(await (await fetch(`${base}/api/file`)).json(), { data: [] }, 'there is no half file')
    from = kept
  }
  const rest = await fetch(base + upload, { method: 'PATCH', headers: headers(from), body: bytes.subarray(from) })
  t.equal(rest.status, 204)
  const content = await fetch(`${base}${rest.headers.get('content-location')}/content`)
  t.ok(Buffer.from(await content.arrayBuffer()).equals(bytes))
  t.same(namesIn(directory, 'content'), [sha256Of(bytes)])
  t.same([...namesIn(directory, 'uploads'), ...namesIn(directory, 'arriving')], [])
})

t.test('a process that is killed while a file is checked leaves nothing of it', async t => {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-'))
  t.teardown(() => rmSync(directory, { recursive: true, force: true }))
  const plugins = { files: true, './scan.mjs': true }
  writeFileSync(join(directory, 'plinth.json'), JSON.stringify({ plugins }))
  const scan = `export default {
    name: 'scan', version: '1.0.0', requires: [], provides: [],
    contributes: { fileChecks: [{ name: 'endless', check: () => new Promise(() => undefined) }] },
    register: () => ({}),
  }`
  writeFileSync(join(directory, 'scan.mjs'), scan)
  const { child, base } = await start(directory)
  const { payload, headers } = multipart([{ name: 'file', content: 'checked', filename: 'a.txt' }])
  const sent = fetch(`${base}/api/file`, { method: 'POST', headers, body: new Uint8Array(payload) })
  const failed = t.rejects(sent)
  const read = async (of: string, name: string) => (await (await fetch(`${of}/api/file/${name}`)).json()) as JsonObject
  await until(async () => JSON.stringify(await read(base, '_pending')).includes('a.txt'))
  t.match(await read(base, '_settings'), { account_bytes: 7 })
  await kill(child)
  await failed
  const again = await start(directory)
  t.teardown(() => kill(again.child))
  await until(async () => (await read(again.base, '_settings'))['account_bytes'] === 0)
  t.same(await read(again.base, '_pending'), { data: [], cursor: '', has_more: false })
  t.match(await (await fetch(`${again.base}/api/file`)).json(), { data: [] })
  t.same([...namesIn(directory, 'content'), ...namesIn(directory, 'arriving'), ...namesIn(directory, 'trash')], [])
})
