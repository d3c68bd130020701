import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { movableClock } from '../../testing/internal/clock.ts'
import { onStoreOfRun, ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { startS3 } from '../../testing/internal/s3-server.ts'
import { until } from '../../testing/internal/until.ts'
import { filesApp, multipart, propertiesOf, sha256Of, storedFiles, upload } from './testing.ts'

let shared: Promise<TestApp> | undefined
const file = t

/** Run a test on one service for all. */
function onService(name: string, run: (t: Test, test: TestApp) => Promise<void>): void {
  onStoreOfRun(name, async (t, url) => {
    shared ??= filesApp(url).then(test => {
      file.teardown(() => test.close())
      return test
    })
    await run(t, await shared)
  })
}

const svg =
  '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" width="2cm" height="1in"><script>alert(1)</script></svg>'

const picture = (width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()

onService('an uploaded file is a resource with what its bytes decide', async (t, test) => {
  const bytes = await picture()
  const answer = await upload(test, bytes, '../..\\Ünï.jpg', {
    description: 'A brown area',
    keywords: 'brown, area',
    focalPoint: '{"x":0.25,"y":1}',
  })
  t.equal(answer.statusCode, 201, answer.body)
  const { id } = answer.json()
  t.equal(answer.headers['location'], `/api/file/${encodeURIComponent(id)}`)
  const sha256 = sha256Of(bytes)
  t.match(propertiesOf(answer), {
    '@id': id,
    '@type': 'MediaObject',
    name: 'Ünï.jpg',
    description: 'A brown area',
    keywords: ['brown', 'area'],
    focalPoint: { x: 0.25, y: 1 },
    encodingFormat: 'image/png',
    contentSize: bytes.length,
    sha256,
    width: 40,
    height: 20,
    state: 'ready',
    thumbhash: /^[\w+/]+=*$/,
    contentUrl: `/api/file/${id.split(':').pop()}/content?v=${sha256}`,
  })
  const read = await test.request('GET', `/api/file/${id}`)
  t.same(read.json().data, answer.json().data)
  t.equal(read.headers['etag'], answer.headers['etag'])
  t.equal((await test.request('GET', '/api/file?_filter[sha256][eq]=' + sha256)).json().data[0].id, id)
  const linked = await test.request('GET', `/api/file/${id}`, undefined, { accept: 'application/ld+json' })
  t.match(linked.json(), { '@type': 'MediaObject', contentUrl: /^\/api\/file\/.*\/content\?v=/ })
  t.equal((await test.request('GET', `/api/file?q=brown`)).json().data.length, 1)
})

onService('linked data has the address of a file where a path or an address can be in its place', async (t, test) => {
  const { request, app } = test
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      image: { type: 'string', format: 'uri-reference', 'x-media-types': ['image/*'] },
      pictures: {
        type: 'array',
        items: { anyOf: [{ type: 'string', 'x-media-types': ['image/*'] }, { type: 'null' }] },
      },
      cover: { type: 'object', properties: { image: { type: 'string', 'x-media-types': ['image/png'] } } },
      photo: { type: 'string', 'x-resource-type': 'file', 'x-media-types': ['image/*'] },
      next: { type: 'string', 'x-resource-type': 'leaflet' },
    },
  }
  t.equal((await request('POST', '/api/resource-types', { name: 'Leaflet', slug: 'leaflet', schema })).statusCode, 201)
  const id: string = (await upload(test, await picture(41), 'leaflet.png')).json().id
  const data = {
    name: id,
    image: id,
    pictures: [id, null, '/pictures/1.png', 'https://pictures.example/2.png'],
    cover: { image: id },
    photo: id,
  }
  const created = await request('POST', '/api/leaflet', data)
  t.equal(created.statusCode, 201, created.body)
  t.match(propertiesOf(created), data, 'JSON has the URN')
  const linked = { accept: 'application/ld+json', host: 'localhost:1234' }
  const one = `/api/leaflet/${created.json().id}`
  const address = `http://localhost:1234/api/file/${id.split(':').pop()}/content`
  const shown = {
    ...data,
    image: address,
    pictures: [address, ...data.pictures.slice(1)],
    cover: { image: address },
  }
  const answer = await request('GET', one, undefined, linked)
  t.match(answer.json(), shown)
  t.equal((await request('GET', new URL(answer.json().image).pathname)).headers['content-type'], 'image/png')
  const second = await request('POST', '/api/leaflet', { name: 'b', next: created.json().id })
  const list = await request('GET', '/api/leaflet?sort_by=name&include=next', undefined, linked)
  const nodes: { name: string }[] = list.json()['@graph']
  t.match(
    nodes.find(({ name }) => name === id),
    shown,
  )
  const included = await request('GET', `/api/leaflet/${second.json().id}?include=next`, undefined, linked)
  t.match(included.json()['@graph'][1], shown, 'in included resources too')

  const headers = { 'content-type': 'application/ld+json', host: 'localhost:1234' }
  const replaced = await app.inject({ method: 'PUT', url: one, headers, payload: answer.body })
  t.equal(replaced.statusCode, 200, replaced.body)
  t.strictSame(propertiesOf(replaced), propertiesOf(created), 'what was read can be written back')
  const elsewhere = `https://other.example/api/file/${id.split(':').pop()}/content`
  const payload = JSON.stringify({ ...answer.json(), image: elsewhere })
  const other = await app.inject({ method: 'PUT', url: one, headers, payload })
  t.equal(propertiesOf(other)['image'], elsewhere, 'an address of another service stays one')
})

onService('what the service does not take is refused, and nothing remains', async (t, test) => {
  const before = (await storedFiles(test)).length
  const send = (parts: Parameters<typeof multipart>[0], headers = {}) => {
    const { payload, headers: own } = multipart(parts)
    return test.app.inject({ method: 'POST', url: '/api/file', payload, headers: { ...own, ...headers } })
  }
  const file = { name: 'file', content: 'refused bytes', filename: 'a.txt' }
  const cases: [string, number, Promise<{ statusCode: number; body: string }>][] = [
    ['JSON', 415, test.request('POST', '/api/file', { name: 'x' })],
    ['no file', 400, send([{ name: 'name', content: 'x' }])],
    ['two files', 400, send([file, file])],
    ['another part with a file', 400, send([{ ...file, name: 'picture' }])],
    ['an unknown property', 400, send([file, { name: 'colour', content: 'red' }])],
    ['a property of the service', 400, send([file, { name: 'sha256', content: '0'.repeat(64) }])],
    ['broken JSON', 400, send([file, { name: 'focalPoint', content: '{x' }])],
    ['a text with U+0000', 400, send([file, { name: 'description', content: 'a\0b' }])],
    ['a text in Latin-1', 400, send([file, { name: 'description', content: Buffer.from('\xe9', 'latin1') }])],
    ['a part of several uploads', 400, begin(test, 5, {}, { 'upload-concat': 'partial' })],
    ['U+0000 in an upload', 400, begin(test, 0, { filename: 'a.txt', caption: 'a\0b' })],
    ['a base64 part', 400, send([{ ...file, filename: 'a.txt"\r\ncontent-transfer-encoding: "base64' }])],
    ['a point outside', 400, send([file, { name: 'focalPoint', content: '{"x":2,"y":0}' }])],
    [
      'no boundary',
      400,
      test.app.inject({
        method: 'POST',
        url: '/api/file',
        payload: 'x',
        headers: { 'content-type': 'multipart/form-data' },
      }),
    ],
    [
      'an end that is missing',
      400,
      (async () => {
        const { payload, headers } = multipart([file])
        return test.app.inject({ method: 'POST', url: '/api/file', payload: payload.subarray(0, -20), headers })
      })(),
    ],
    ['compressed', 415, send([file], { 'content-encoding': 'gzip' })],
    ['a key', 400, send([file], { 'idempotency-key': 'abc' })],
    [
      'a row of a bulk write',
      400,
      test.request('POST', '/api/file/_bulk', { atomic: true, operations: [{ op: 'create', data: { name: 'x' } }] }),
    ],
    ['by a key', 400, test.request('PUT', '/api/file?key=name', { name: 'x' })],
  ]
  for (const [name, status, sent] of cases) {
    const answer = await sent
    if (name === 'a key') t.ok(answer.statusCode < 500, name)
    else t.equal(answer.statusCode, status, `${name}: ${answer.body}`)
  }
  const answer = await test.request('GET', '/api/file?_filter[sha256][eq]=' + sha256Of(file.content))
  t.ok(answer.json().data.length <= 1)
  t.ok((await storedFiles(test)).length <= before + 1)
  t.same(await storedFiles(test, 'arriving'), [])
})

onService('bytes are answered whole, in parts, or not again', async (t, test) => {
  const bytes = Buffer.from('0123456789')
  const { id } = (await upload(test, bytes, 'digits.txt')).json()
  const url = `/api/file/${id.split(':').pop()}/content`
  const get = (headers = {}, query = '', method = 'GET') => test.request(method, url + query, undefined, headers)
  const whole = await get()
  const tag = `"${sha256Of(bytes)}"`
  t.equal(whole.body, '0123456789')
  t.match(whole.headers, {
    etag: tag,
    'accept-ranges': 'bytes',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '10',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': /sandbox/,
    'content-disposition': `inline; filename="digits.txt"; filename*=UTF-8''digits.txt`,
  })
  t.equal((await get({ accept: 'image/webp' })).statusCode, 200, 'no 406')
  t.equal((await get({}, `?v=${sha256Of(bytes)}`)).headers['cache-control'], 'private, max-age=31536000, immutable')
  t.equal((await get({}, `?v=${'0'.repeat(64)}`)).headers['cache-control'], 'private, no-cache')
  t.match((await get({}, '?download=true')).headers['content-disposition'], /^attachment/)
  t.equal((await get({ 'if-none-match': tag })).statusCode, 304)
  for (const [range, status, body, shown] of [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=4-99', 206, '456789', 'bytes 4-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ] as const) {
    const answer = await get({ range })
    t.equal(answer.statusCode, status, range)
    t.equal(answer.body, body, range)
    t.equal(answer.headers['content-range'], shown, range)
  }
  const beyond = await get({ range: 'bytes=10-' })
  t.equal(beyond.statusCode, 416)
  t.equal(beyond.headers['content-range'], 'bytes */10')
  t.equal((await get({ range: 'bytes=2-4', 'if-range': '"other"' })).statusCode, 200)
  t.equal((await get({ range: 'bytes=2-4', 'if-range': tag })).statusCode, 206)
  const head = await get({ range: 'bytes=2-4' }, '', 'HEAD')
  t.match([head.statusCode, head.headers['content-length']], [200, '10'], 'ranges are for GET')
  t.equal(head.body, '')
  t.equal((await test.request('GET', '/api/file/unknown/content')).statusCode, 404)
  await test.request('DELETE', `/api/file/${id}`)
  t.equal((await get()).statusCode, 404, 'archived')
})

/** In UTF-16 (little endian) with a byte order mark, as Windows calls Unicode. */
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

/** The beginning of a file of Opus, and of an older Office document. */
const opus = Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(22), Buffer.from('OpusHead\x01\x01')])
const cfb = Buffer.from('d0cf11e0a1b11ae1', 'hex')

onService('the bytes decide the type, and nothing runs on this origin', async (t, test) => {
  const pdf = '%PDF-1.7\n%\xe2\xe3\n1 0 obj<<>>endobj'
  for (const [content, name, type, served, shown] of [
    [svg, 'a.png', 'image/svg+xml', 'image/svg+xml', 'inline'],
    ['<!DOCTYPE html><script>alert(1)</script>', 'a.jpg', 'text/html', 'text/plain; charset=utf-8', 'attachment'],
    ['\ufeff  <html><body></body></html>', 'b.txt', 'text/html', 'text/plain; charset=utf-8', 'attachment'],
    ['alert(1)', 'a.js', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['a,b\n1,2', 'a.csv', 'text/csv', 'text/plain; charset=utf-8', 'attachment'],
    ['BMI,name\n21,Ada', 'bitmap.csv', 'text/csv', 'text/plain; charset=utf-8', 'attachment'],
    ['MZ: Mainz', 'program.txt', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['BEGIN:VCALENDAR\r\nEND:VCALENDAR', 'a.ics', 'text/calendar', 'text/plain; charset=utf-8', 'attachment'],
    ['<?xml version="1.0"?><a/>', 'a.svg', 'application/xml', 'text/plain; charset=utf-8', 'attachment'],
    [Buffer.from(pdf, 'latin1'), 'a.html', 'application/pdf', 'application/pdf', 'attachment'],
    [Buffer.from([0, 1, 2, 3]), 'a.html', 'application/octet-stream', 'application/octet-stream', 'attachment'],
    [opus, 'a.opus', 'audio/ogg', 'audio/ogg', 'inline'],
    [cfb, 'a.XLS', 'application/vnd.ms-excel', 'application/vnd.ms-excel', 'attachment'],
    [cfb, 'a.html', 'application/x-cfb', 'application/x-cfb', 'attachment'],
    ['', 'empty.html', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    [utf16('Näme\tn\r\n'), 'unicode text.csv', 'text/csv', 'text/plain; charset=utf-8', 'attachment'],
    [utf16('日本語').swap16(), 'big endian.txt', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    [utf16('<p><script>'), 'a.txt', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    [utf16('<html><script>'), 'a.txt', 'text/html', 'text/plain; charset=utf-8', 'attachment'],
    [Buffer.from('caf\xe9', 'latin1'), 'a.txt', 'application/octet-stream', 'application/octet-stream', 'attachment'],
  ] as const) {
    const created = await upload(test, content, name)
    t.equal(created.statusCode, 201, created.body)
    t.equal(propertiesOf(created)['encodingFormat'], type, name)
    const answer = await test.request('GET', `/api/file/${created.json().id}/content`)
    t.equal(answer.headers['content-type'], served, name)
    t.match(answer.headers['content-security-policy'], /default-src 'none'.*sandbox/, name)
    t.match(answer.headers['content-disposition'], new RegExp(`^${shown};`), name)
    t.same(answer.rawPayload, Buffer.from(content), name)
  }
  t.match(propertiesOf(await upload(test, svg, 'a')), { width: 76, height: 96 }, 'cm and in')
  t.match(
    propertiesOf(await upload(test, 'x', '%22a%22 100%25%0D%0A')),
    { name: '"a" 100%25' },
    'as browsers send names',
  )
  const box = '<svg viewBox="0 0 300 150" width="100%"><!-- é --></svg>'
  const latin1 = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${box}`, 'latin1')
  for (const content of [box, utf16(box), utf16(box).swap16(), latin1])
    t.match(propertiesOf(await upload(test, content, 'a')), {
      encodingFormat: 'image/svg+xml',
      width: 300,
      height: 150,
    })
  const unknown = latin1.toString('latin1').replace('ISO-8859-1', 'x-unknown')
  t.match(propertiesOf(await upload(test, Buffer.from(unknown, 'latin1'), 'a')), { encodingFormat: 'application/xml' })
})

onService('a picture that cannot be read is a file that says so', async (t, test) => {
  const noise = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer()
  const cut = noise.subarray(0, noise.length / 3)
  const answer = await upload(test, cut, 'cut.jpg')
  t.equal(answer.statusCode, 201)
  t.match(propertiesOf(answer), { encodingFormat: 'image/jpeg', contentProblem: /damaged/, state: 'ready' })
  const turned = await sharp({ create: { width: 30, height: 10, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  t.match(propertiesOf(await upload(test, turned, 'turned.jpg')), { width: 10, height: 30 }, 'as it is displayed')
})

onService('new bytes keep the id; the earlier version keeps its own', async (t, test) => {
  const first = await upload(test, 'first bytes of a replaced file', 'a.txt', { caption: 'kept' })
  const { id } = first.json()
  const put = (payload: string, headers = {}) =>
    test.app.inject({
      method: 'PUT',
      url: `/api/file/${id}/content`,
      payload,
      headers: { 'content-type': 'text/plain', ...headers },
    })
  t.equal((await put('x', { 'if-match': '"other"' })).statusCode, 412)
  const second = await put('second bytes', { 'if-match': first.headers['etag'] })
  t.equal(second.statusCode, 200, second.body)
  t.match(propertiesOf(second), { caption: 'kept', sha256: sha256Of('second bytes'), contentSize: 12 })
  t.equal((await test.request('GET', `/api/file/${id}/content`)).body, 'second bytes')
  t.ok((await storedFiles(test)).includes(sha256Of('first bytes of a replaced file')), 'the version has its bytes')
  const changed = await test.request('PUT', `/api/file/${id}`, { name: 'b.txt' })
  t.equal(changed.statusCode, 200, changed.body)
  t.match(propertiesOf(changed), { name: 'b.txt', sha256: sha256Of('second bytes') })
  t.equal((await test.request('PATCH', `/api/file/${id}`, { contentSize: 1 })).statusCode, 400)
  t.equal((await test.request('PUT', '/api/file/none/content', 'x')).statusCode, 404)
  const putForm = (...more: Parameters<typeof multipart>[0]) =>
    test.app.inject({
      method: 'PUT',
      url: `/api/file/${id}/content`,
      ...multipart([{ name: 'file', content: 'bytes of a form', filename: 'c.txt' }, ...more]),
    })
  t.match(propertiesOf(await putForm()), { name: 'b.txt', sha256: sha256Of('bytes of a form') }, 'not the form itself')
  const withName = await putForm({ name: 'name', content: 'c.txt' })
  t.match(withName.json(), { message: /^name: only the part file/ })
  t.equal(withName.statusCode, 400)
})

onService('purging removes the bytes of all versions, unless another file has them', async (t, test) => {
  const [one, other, next] = ['bytes to be purged', 'bytes that are shared', 'newest bytes'] as const
  const { id } = (await upload(test, one, 'a.txt')).json()
  const replace = (payload: string) =>
    test.app.inject({
      method: 'PUT',
      url: `/api/file/${id}/content`,
      payload,
      headers: { 'content-type': 'text/plain' },
    })
  await replace(other)
  await replace(next)
  const { id: sharer } = (await upload(test, other, 'b.txt')).json()
  t.equal((await storedFiles(test)).filter(name => name === sha256Of(other)).length, 1, 'one copy')
  const answer = await test.request('POST', `/api/file/${id}/purge`)
  t.same([answer.statusCode, answer.json()], [200, { id, shared_with: [sharer] }])
  const left = await storedFiles(test)
  t.notOk(left.includes(sha256Of(one)) || left.includes(sha256Of(next)))
  t.ok(left.includes(sha256Of(other)))
  t.equal((await test.request('GET', `/api/file/${sharer}/content`)).body, other)
  t.equal((await test.request('GET', `/api/file/${id}`)).statusCode, 404)
  const restored = await test.request('POST', `/api/file/${id}/restore`)
  t.equal(restored.statusCode, 409, restored.body)
  t.equal((await test.request('POST', `/api/file/${id}/purge`)).statusCode, 200, 'again')
  t.equal((await test.request('POST', '/api/file/none/purge')).statusCode, 404)
})

onService('pictures come in configured sizes, upright, and once', async (t, test) => {
  const turned = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'red' } })
    .composite([{ input: { create: { width: 400, height: 400, channels: 3, background: 'blue' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'someone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id } = (await upload(test, turned, 'turned.jpg', { focalPoint: '{"x":0.5,"y":0}' })).json()
  const get = (query: string, accept = '*/*') =>
    test.request('GET', `/api/file/${id}/image?${query}`, undefined, { accept })
  const shape = async (query: string, accept?: string) => {
    const answer = await get(query, accept)
    t.equal(answer.statusCode, 200, answer.body.slice(0, 200))
    const { format, width, height, orientation, exif } = await sharp(answer.rawPayload).metadata()
    t.equal(orientation ?? 1, 1)
    t.equal(exif, undefined)
    return [answer.headers['content-type'], format, width, height]
  }
  t.same(await shape('width=160'), ['image/jpeg', 'jpeg', 160, 320])
  t.same(await shape('width=160', 'image/webp,*/*'), ['image/webp', 'webp', 160, 320])
  t.same(await shape('width=160', 'image/avif,image/webp'), ['image/avif', 'heif', 160, 320])
  t.same(await shape('width=160', 'image/avif;q=0,image/webp'), ['image/webp', 'webp', 160, 320])
  t.same(await shape('width=160&ratio=16:9&format=png'), ['image/png', 'png', 160, 90])
  t.same(await shape('width=160&ratio=1:1&fit=contain'), ['image/jpeg', 'jpeg', 80, 160])
  t.same(await shape('width=2560&ratio=1:1'), ['image/jpeg', 'jpeg', 400, 400], 'never larger than it is')
  const top = await sharp((await get('width=160&ratio=4:3&format=png')).rawPayload).stats()
  t.equal(top.dominant.b > top.dominant.r, true, 'the focal point decides the part')
  t.match((await get('width=160')).headers, {
    vary: /Accept/,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  for (const wrong of [
    '',
    'width=161',
    'width=0160',
    'width=160&ratio=5:4',
    'width=160&fit=fill',
    'width=160&format=gif',
    'width=160&height=9',
  ])
    t.equal((await get(wrong)).statusCode, 400, wrong)
  t.equal((await storedFiles(test, `derived/${sha256Of(turned)}`)).length, 7)
  const { id: svgId } = (await upload(test, svg, 'a.svg')).json()
  t.equal((await test.request('GET', `/api/file/${svgId}/image?width=160`)).statusCode, 409)
  await test.request('POST', `/api/file/${id}/purge`)
  t.same(await storedFiles(test, `derived/${sha256Of(turned)}`), [])
})

onService('animated, large and unusual pictures', async (t, test) => {
  const frame = (background: string) => ({ create: { width: 200, height: 100, channels: 3 as const, background } })
  const frames = await Promise.all(['red', 'lime', 'blue'].map(one => sharp(frame(one)).png().toBuffer()))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const animation = await upload(test, gif, 'a.gif')
  t.match(propertiesOf(animation), { encodingFormat: 'image/gif', width: 200, height: 100, animated: true })
  const { id } = animation.json()
  const of = async (query: string, accept = '*/*') =>
    sharp((await test.request('GET', `/api/file/${id}/image?${query}`, undefined, { accept })).rawPayload, {
      animated: true,
    }).metadata()
  t.match(await of('width=160', 'image/avif,image/webp'), { format: 'webp', pages: 3, width: 160, pageHeight: 80 })
  t.match(await of('width=160&ratio=1:1&format=webp'), { format: 'webp', pages: 3, width: 100, pageHeight: 100 })
  for (const format of ['avif', 'jpeg', 'png'])
    t.match(await of(`width=160&format=${format}`), { width: 160, height: 80 }, format)
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(100)])
  t.match(propertiesOf(await upload(test, heic, 'a.heic')), { encodingFormat: 'image/heic', contentProblem: /heic/ })
  const cmyk = await sharp(frame('red')).toColourspace('cmyk').jpeg().toBuffer()
  const deep = await sharp(frame('red')).toColourspace('rgb16').png().toBuffer()
  const wide = await sharp(frame('red')).withIccProfile('p3').jpeg().toBuffer()
  for (const [name, bytes] of Object.entries({ cmyk, deep, wide })) {
    const created = await upload(test, bytes, name)
    t.match(propertiesOf(created), { width: 200, height: 100, thumbhash: /./ }, name)
    const made = await test.request('GET', `/api/file/${created.json().id}/image?width=160&format=webp`)
    const { dominant } = await sharp(made.rawPayload).stats()
    t.ok(dominant.r > 200 && dominant.g < 60 && dominant.b < 60, name)
  }
})

onService('the type belongs to the plugin', async (t, test) => {
  const answer = await test.request('PUT', '/api/resource-types/file', { schema: { type: 'object' } })
  t.equal(answer.statusCode, 409, answer.body)
  t.equal((await test.request('DELETE', '/api/resource-types/file')).statusCode, 409)
  const settings = await test.request('GET', '/api/file/_settings')
  t.match(settings.json(), {
    type_slug: 'file',
    has_images: true,
    max_file_bytes: 104857600,
    image_ratios: ['1:1', '4:3', '3:2', '16:9'],
  })
  t.equal((await test.request('GET', '/api/file')).statusCode, 200)
  t.equal((await test.request('DELETE', '/api/file')).statusCode, 405)
})

const dataOf = async ({ request }: TestApp, path: string): Promise<Record<string, unknown>[]> =>
  (await request('GET', path)).json().data.map(({ data }: { data: { '@graph': object[] } }) => data['@graph'][0])

const limited = { maxFileBytes: 2000, maxBytesByType: { 'image/*': 100, 'application/pdf': 0 }, maxAccountBytes: 5000 }

onStoreOfRun('limits hold while bytes arrive', async (t, url) => {
  const test = await filesApp(url, limited)
  t.teardown(() => test.close())
  const address = await test.listen()
  t.equal((await upload(test, 'x'.repeat(2001), 'a.txt')).statusCode, 413)
  const refused = await upload(test, await picture(), 'a.png')
  t.equal(refused.statusCode, 413)
  t.match(refused.json().message, /image\/png/)
  const pdf = await upload(test, '%PDF-1.4\n', 'a.pdf')
  t.equal(pdf.statusCode, 415)
  t.match(pdf.json().message, /application\/pdf/)
  let sent = 0
  const { payload, headers } = multipart([{ name: 'file', content: 'y'.repeat(3000), filename: 'a.txt' }])
  async function* endless(): AsyncGenerator<Buffer> {
    yield payload.subarray(0, 2800)
    for (; sent < 10_000; sent++) yield Buffer.alloc(1000)
  }
  const early = await fetch(`${address}/api/file`, {
    method: 'POST',
    headers,
    body: endless(),
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  t.ok(early === undefined || early.status === 413, 'before the last byte')
  t.ok(sent < 10_000)
  t.equal((await upload(test, 'a'.repeat(2000), 'a.txt')).statusCode, 201)
  t.equal((await upload(test, 'b'.repeat(2000), 'b.txt')).statusCode, 201)
  const full = await upload(test, 'c'.repeat(2000), 'c.txt')
  t.equal(full.statusCode, 413)
  t.match(full.json().message, /account/)
  t.equal((await test.request('GET', '/api/file/_settings')).json().account_bytes, 4000)
  t.same(await storedFiles(test, 'arriving'), [])
  t.equal((await storedFiles(test, 'content')).length, 2)
})

onStoreOfRun('an older type of a user keeps its slug', async (t, url) => {
  const store = url ?? join(t.testdir(), 'plinth.db')
  const before = await buildTestApp({ url: store, plugins: { ...loadConfig({}).plugins, files: false } })
  t.equal((await before.request('GET', '/api/resource-types/file')).statusCode, 404)
  const type = {
    name: 'File',
    slug: 'file',
    context: { '@vocab': 'https://example.org/' },
    schema: { type: 'object', properties: { title: { type: 'string' } } },
  }
  t.equal((await before.request('POST', '/api/resource-types', type)).statusCode, 201)
  const paper = {
    name: 'Paper',
    slug: 'paper',
    schema: { properties: { image: { type: 'string', 'x-media-types': ['image/*'] } } },
  }
  t.equal((await before.request('POST', '/api/resource-types', paper)).statusCode, 201, 'without the plugin')
  t.equal((await before.request('POST', '/api/paper', { image: '/a.png' })).statusCode, 201)
  await before.close()
  const after = await filesApp(store)
  t.teardown(() => after.close())
  t.equal((await after.request('POST', '/api/file', { title: 'mine' })).statusCode, 201)
  const { payload, headers } = multipart([{ name: 'file', content: 'x', filename: 'x.txt' }])
  const created = await after.app.inject({ method: 'POST', url: '/api/media-file', payload, headers })
  t.equal(created.statusCode, 201, created.body)
  t.match(propertiesOf(created)['contentUrl'], /^\/api\/media-file\//)
})

onStoreOfRun('others get a picture without what its camera says, and none of one that is too large', async (t, url) => {
  const test = await filesApp(url, { maxPixels: 4000 })
  t.teardown(() => test.close())
  const picture = () =>
    sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } }).withExif({
      IFD0: { Copyright: 'Someone' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    })
  const other = { 'x-dev-agent': 'other@example.com' }
  for (const [name, bytes] of [
    ['jpeg', await picture().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer()],
    ['png', await picture().png().toBuffer()],
    ['webp', await picture().webp().toBuffer()],
  ] as const) {
    t.ok(bytes.includes('Someone'), name)
    const { id } = (await upload(test, Buffer.concat([bytes, Buffer.from('Someone behind')]), name)).json()
    const own = await test.request('GET', `/api/file/${id}/content`)
    t.ok(own.rawPayload.includes('Someone'), 'the uploader has the bytes')
    const others = await test.request('GET', `/api/file/${id}/content`, undefined, other)
    t.equal(others.statusCode, 200, others.body)
    t.notOk(others.rawPayload.includes('Someone'), name)
    const { exif, width, height } = await sharp(await sharp(others.rawPayload).autoOrient().toBuffer()).metadata()
    t.same([exif, width, height], [undefined, ...(name === 'jpeg' ? [30, 60] : [60, 30])], name)
    t.not(others.headers['etag'], own.headers['etag'])
  }
  const tiff = await picture().tiff().toBuffer()
  const { id } = (await upload(test, tiff, 'a.tiff')).json()
  t.equal((await test.request('GET', `/api/file/${id}/content`, undefined, other)).statusCode, 403)
  t.equal((await test.request('GET', `/api/file/${id}/image?width=160`, undefined, other)).statusCode, 200)
  const large = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  t.match(propertiesOf(await upload(test, large, 'large.png')), { contentProblem: /maxPixels/, state: 'ready' })
})

const tus = { 'tus-resumable': '1.0.0' }
const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** Begin an upload that can be resumed. */
const begin = ({ app }: TestApp, length: number | string, metadata: Record<string, string> = {}, headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/file/_uploads',
    headers: {
      ...tus,
      'upload-length': String(length),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${inBase64(value)}`)
        .join(','),
      ...headers,
    },
  })

/** Send bytes of one. */
const send = ({ app }: TestApp, url: string, offset: number, payload: Buffer | string, headers = {}) =>
  app.inject({
    method: 'PATCH',
    url,
    payload,
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
  })

onService(
  '100 MB arrive over a connection that breaks twice, and a form whose file goes on is refused',
  async (t, test) => {
    const address = await test.listen()
    const block = randomBytes(1024 * 1024).fill(0, 0, 16) // one random start in thousands is that of an MP3
    const length = 100 * block.length
    const hash = createHash('sha256')
    for (let i = 0; i < 100; i++) hash.update(block)
    const begun = await begin(test, length, { filename: 'large.bin', keywords: 'large', filetype: 'image/png' })
    t.equal(begun.statusCode, 201, begun.body)
    const url = String(begun.headers['location'])
    t.ok(Date.parse(String(begun.headers['upload-expires'])) > Date.now())
    /** Send from an offset on, and break the connection after so many blocks. */
    const sendBlocks = (from: number, blocks: number): Promise<IncomingMessage | undefined> =>
      new Promise(resolve => {
        const request = httpRequest(`${address}${url}`, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': from, 'content-type': 'application/offset+octet-stream' },
        })
        request.on('error', () => resolve(undefined))
        request.on('response', answer => resolve(answer.resume()))
        const bytes = function* (): Generator<Buffer> {
          for (let at = from, sent = 0; at < length && sent < blocks; sent++) {
            const part = block.subarray(at % block.length)
            at += part.length
            yield part
          }
        }
        Readable.from(bytes())
          .on('end', () => {
            if (from + blocks * block.length < length) request.destroy()
            else request.end()
          })
          .pipe(request, { end: false })
      })
    const offset = async (): Promise<number> => {
      const answer = await test.request('HEAD', url, undefined, tus)
      t.equal(answer.statusCode, 200)
      t.equal(answer.headers['upload-length'], String(length))
      t.equal(answer.headers['cache-control'], 'no-store')
      return Number(answer.headers['upload-offset'])
    }
    await sendBlocks(0, 30)
    const first = await offset()
    t.ok(first > 0 && first <= 30 * block.length)
    await sendBlocks(first, 40)
    const second = await offset()
    t.ok(second > first && second < length)
    const last = await sendBlocks(second, 100)
    t.equal(last?.statusCode, 204)
    t.equal(last?.headers['upload-offset'], String(length))
    const file = await test.request('GET', String(last?.headers['content-location']))
    t.match(propertiesOf(file), {
      name: 'large.bin',
      keywords: ['large'],
      contentSize: length,
      sha256: hash.digest('hex'),
      encodingFormat: 'application/octet-stream',
    })
    const again = await test.request('HEAD', url, undefined, tus)
    t.equal(again.headers['content-location'], last?.headers['content-location'], 'whoever missed the last answer')
    t.same(await storedFiles(test, 'uploads'), [])

    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const form = httpRequest(`${address}/api/file`, { method: 'POST', headers })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      form.on('response', resolve).on('error', reject)
    })
    const part = (disposition: string): string => `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
    form.write(`${part('name="sha256"')}x\r\n${part('name="file"; filename="a"')}the first bytes`)
    const refused = await answered
    t.equal(refused.statusCode, 400, 'a form is refused before the rest of its file has arrived')
    refused.resume()
    form.end()
    await until(async () => (await storedFiles(test, 'arriving')).length === 0)
  },
)

onService('what a resumable upload must be', async (t, test) => {
  const options = await test.app.inject({ method: 'OPTIONS', url: '/api/file/_uploads' })
  t.equal(options.statusCode, 204)
  t.match(options.headers, {
    'tus-version': '1.0.0',
    'tus-extension': /creation.*termination/,
    'tus-max-size': '104857600',
  })
  for (const [name, status, answer] of [
    ['another version', 412, await begin(test, 5, {}, { 'tus-resumable': '0.2.2' })],
    ['no length', 400, await begin(test, 'many')],
    ['too long', 413, await begin(test, 104857601)],
    ['an unknown property', 400, await begin(test, 5, { colour: 'red' })],
    ['a property of the service', 400, await begin(test, 5, { sha256: '0'.repeat(64) })],
    ['broken JSON', 400, await begin(test, 5, { focalPoint: '{' })],
  ] as const) {
    t.equal(answer.statusCode, status, `${name}: ${answer.body}`)
    t.type(answer.json().message, 'string', name)
  }
  for (const metadata of ['filename plain.txt', 'filename /w==', 'filename YQ==,filename Yg==', 'filename YQ== Yg==']) {
    const answer = await begin(test, 0, {}, { 'upload-metadata': metadata })
    t.equal(answer.statusCode, 400, metadata)
    t.match(answer.json().message, /Upload-Metadata: .*filename/)
  }
  const whole = await begin(test, 0, { filename: 'empty.txt' })
  t.match(whole.headers['content-location'], /^\/api\/file\/urn/)
  const url = String((await begin(test, 10, { filename: 'ten.txt', description: 'Ten' })).headers['location'])
  t.equal((await send(test, url, 3, 'abc')).statusCode, 409)
  t.equal((await send(test, url, 0, 'abc', { 'content-type': 'text/plain' })).statusCode, 415)
  t.equal((await send(test, url, 0, 'abcdefghijk')).statusCode, 400, 'more than the length')
  const other = { 'x-dev-agent': 'other@example.com' }
  t.equal((await test.request('HEAD', url, undefined, { ...tus, ...other })).statusCode, 404)
  t.equal((await send(test, url, 0, 'abc', other)).statusCode, 404)
  const at = Number((await test.request('HEAD', url, undefined, tus)).headers['upload-offset'])
  t.equal(at, 0)
  t.equal((await send(test, url, at, 'abcde')).headers['upload-offset'], '5')
  const done = await send(test, url, 5, 'fghij')
  t.equal(done.statusCode, 204, done.body)
  t.match(propertiesOf(await test.request('GET', String(done.headers['content-location']))), {
    name: 'ten.txt',
    description: 'Ten',
    sha256: sha256Of('abcdefghij'),
  })
  t.equal((await test.request('DELETE', url, undefined, tus)).statusCode, 409)
  const ended = String((await begin(test, 10)).headers['location'])
  t.equal((await test.request('DELETE', ended, undefined, tus)).statusCode, 204)
  t.equal((await send(test, ended, 0, 'abc')).statusCode, 404)
  t.same(await storedFiles(test, 'uploads'), [])
})

onStoreOfRun('limits of resumable uploads hold early, and unfinished ones expire', async (t, url) => {
  const test = await filesApp(url, {
    maxFileBytes: 200_000,
    maxBytesByType: { 'application/pdf': 0, 'image/*': 80_000 },
    maxAccountBytes: 300_000,
    uploadExpiryHours: 2,
  })
  t.teardown(() => test.close())
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(70_000)])
  const refused = String((await begin(test, 150_000, { filename: 'a.txt' })).headers['location'])
  const full = await begin(test, 200_000)
  t.equal(full.statusCode, 413, 'together with what is unfinished')
  t.match(full.json().message, /account/)
  const early = await send(test, refused, 0, pdf)
  t.equal(early.statusCode, 415)
  t.match(early.json().message, /application\/pdf/)
  t.equal((await send(test, refused, 0, 'abc')).statusCode, 404, 'it has ended')
  t.same(await storedFiles(test, 'uploads'), [])
  const png = Buffer.concat([await picture(), Buffer.alloc(70_000)])
  const large = String((await begin(test, 150_000)).headers['location'])
  t.equal((await send(test, large, 0, png)).statusCode, 413)
  const expired = String((await begin(test, 10)).headers['location'])
  t.equal((await storedFiles(test, 'uploads')).length, 2)
  movableClock(t).pass(2 * 3_600_000 + 1)
  t.equal((await test.request('HEAD', expired, undefined, tus)).statusCode, 404)
  t.equal((await begin(test, 200_000)).statusCode, 201, 'there is room again')
  t.equal((await storedFiles(test, 'uploads')).length, 2)
})

const pdf = '%PDF-1.7\n%\xe2\xe3\n1 0 obj<<>>endobj'

onService('a schema says which files a property takes', async (t, test) => {
  const images = ['image/*']
  const album = (properties: object) =>
    test.request('POST', '/api/resource-types', {
      name: 'Album',
      slug: 'album',
      schema: { type: 'object', properties },
    })
  for (const [property, message] of [
    [{ type: 'string', 'x-media-types': 'image/*' }, /cover\/x-media-types: must be 1 to 20 media types/],
    [{ type: 'string', 'x-media-types': [] }, /1 to 20/],
    [{ type: 'string', 'x-media-types': ['image'] }, /type\/subtype/],
    [{ type: 'integer', 'x-media-types': images }, /must be on a text/],
  ] as const) {
    const answer = await album({ cover: property })
    t.equal(answer.statusCode, 400)
    t.match(answer.json().message, message)
  }
  const created = await album({
    cover: { type: 'string', format: 'uri-reference', 'x-media-types': images },
    photo: { type: 'string', 'x-resource-type': 'file', 'x-media-types': [...images, 'application/pdf'] },
    pages: {
      type: 'array',
      items: { anyOf: [{ type: 'string', 'x-resource-type': 'file' }], type: 'string', 'x-media-types': images },
    },
  })
  t.equal(created.statusCode, 201, created.body)
  const png = (await upload(test, await picture(), 'a.png')).json().id
  const text = (await upload(test, 'only text', 'a.txt')).json().id
  const post = (data: object) => test.request('POST', '/api/album', data)
  for (const [data, message] of [
    [{ cover: text }, /cover: must be a file of the type image\/\*, not "text\/plain"/],
    [{ photo: text }, /photo: .*image\/\* or application\/pdf, not/],
    [{ pages: [png, text] }, /pages.*: must be a file of the type/],
    [{ cover: 'urn:file:unknown' }, /cover: must be the URN of an active resource/],
    [{ photo: '/a.png' }, /photo: must be the URN/],
  ] as const) {
    const answer = await post(data)
    t.equal(answer.statusCode, 400, JSON.stringify(data))
    t.match(answer.json().message, message)
  }
  for (const cover of ['/a.png', 'https://example.org/a.png', 'urn:isbn:123'])
    t.equal((await post({ cover })).statusCode, 201, cover)
  const taken = await post({ cover: png, photo: png, pages: [png] })
  t.equal(taken.statusCode, 201, taken.body)
  const { id } = taken.json()
  t.match((await test.request('GET', `/api/album?_filter[cover][eq]=${png}`)).json().data, [{ id }])
  t.match((await test.request('GET', `/api/file/${png}/referrers`)).json().data, [{ id }])
  const listed = await test.request('GET', '/api/file/_unused?limit=1000')
  t.equal((await test.request('GET', '/api/file/_unused?cursor=')).statusCode, 400, 'as in every list')
  t.match(listed.headers, { etag: /^W\// })
  const unused = listed.json()
  const ids = new Set(unused.data.map((one: { id: string }) => one.id))
  t.equal(unused.has_more, false)
  t.ok(ids.has(text))
  t.notOk(ids.has(png))
  t.equal(
    (await test.request('PATCH', `/api/album/${id}`, { photo: (await upload(test, pdf, 'a.pdf')).json().id }))
      .statusCode,
    200,
  )
})

onStoreOfRun('plugins look at files before they can be seen', async (t, url) => {
  const folder = t.testdir({
    'scan.mjs': `export default {
      name: 'scan', version: '1.0.0', requires: [], provides: [],
      contributes: { fileChecks: [{ name: 'words', async check({ name, encodingFormat, read }) {
        let text = ''
        for await (const chunk of read()) text += chunk
        if (text.includes('broken')) throw new Error('the scanner is away')
        return text.includes('virus') ? name + ' (' + encodingFormat + ') has a virus' : undefined
      } }] },
      register: () => ({}),
    }`,
  })
  const plugins = { ...loadConfig({}).plugins, './scan.mjs': true }
  const test = await buildTestApp({ plugins, config: { directory: folder }, ...(url !== undefined && { url }) })
  t.teardown(() => test.close())
  const refused = await upload(test, 'a virus', 'a.txt')
  t.equal(refused.statusCode, 400)
  t.match(refused.json().message, /words.*a\.txt \(text\/plain\) has a virus/)
  const late = await upload(test, 'broken', 'b.txt')
  t.equal(late.statusCode, 503)
  t.match(late.json().message, /could not be checked/)
  const { id } = (await upload(test, 'healthy', 'c.txt')).json()
  const headers = { 'content-type': 'text/plain' }
  const replaced = await test.app.inject({ method: 'PUT', url: `/api/file/${id}/content`, payload: 'virus', headers })
  t.equal(replaced.statusCode, 400)
  t.equal((await test.request('GET', `/api/file/${id}/content`)).body, 'healthy')
  t.equal((await test.request('GET', '/api/file')).json().data.length, 1)
  const begun = String((await begin(test, 6, { filename: 'd.txt' })).headers['location'])
  t.equal((await send(test, begun, 0, 'broken')).statusCode, 503)
  t.equal((await send(test, begun, 6, '')).statusCode, 503, 'what has arrived is kept')
  t.equal((await storedFiles(test, 'content')).length, 1)
})

onStoreOfRun('a file is pending while it is checked, for its uploader and administrators', async (t, url) => {
  const checks: { name: string; end(outcome: unknown): void }[] = []
  const key = `checks ${url}`
  Object.assign(globalThis, { [key]: checks })
  const scan = `export default {
    name: 'scan', version: '1.0.0', requires: [], provides: [],
    contributes: { fileChecks: [{ name: 'slow', check: async ({ name, read }) => {
      const outcome = await new Promise(end => globalThis[${JSON.stringify(key)}].push({ name, end }))
      for await (const chunk of read()) if (outcome instanceof Error) throw outcome
      return outcome
    } }] },
    register: () => ({}),
  }`
  const people = { root: { role: 'admin' }, mia: { role: 'member' }, max: { role: 'member' } }
  const plugins = { files: { maxAccountBytes: 20 } }
  const { app: test, as } = await startPeopled(t, people, { url, modules: { 'scan.mjs': scan }, plugins })
  const mia = { actor: 'mia' }
  const pendingFor = async (name: string) => (await as(name)('GET', '/api/file/_pending')).json().data
  const counted = async () => (await as('root')('GET', '/api/file/_settings')).json().account_bytes
  const checking = (name: string) => until(() => checks.some(one => one.name === name))
  const end = (name: string, outcome?: unknown) => {
    for (const one of checks.splice(0)) if (one.name === name) one.end(outcome)
  }

  const uploaded = upload(test, 'ten bytes!', 'a.txt', {}, mia)
  await checking('a.txt')
  t.match((await as('mia')('GET', '/api/file/_pending')).json(), { cursor: '', has_more: false }, 'a list like others')
  const [file] = await pendingFor('mia')
  t.match(file, {
    name: 'a.txt',
    encodingFormat: 'text/plain',
    contentSize: 10,
    sha256: sha256Of('ten bytes!'),
    state: 'pending',
    created_by: 'urn:user:mia',
  })
  t.same(await pendingFor('root'), [file])
  t.same(await pendingFor('max'), [], 'not for others')
  t.equal((await as('mia')('GET', `/api/file/${file.id}`)).statusCode, 404)
  t.same((await as('root')('GET', '/api/file')).json().data, [])
  t.equal(await counted(), 10)
  t.equal((await begin(test, 11, {}, mia)).statusCode, 413, 'its bytes count')
  end('a.txt')
  const { id } = (await uploaded).json()
  t.equal(id, file.id)
  t.same([await pendingFor('mia'), await counted()], [[], 10])

  const begun = String((await begin(test, 5, { filename: 'b.txt' }, mia)).headers['location'])
  const sent = send(test, begun, 0, 'bytes', mia)
  await checking('b.txt')
  t.match(await pendingFor('mia'), [{ id: `urn:file:${begun.split('/').pop()}`, contentSize: 5 }])
  t.equal((await begin(test, 6, {}, mia)).statusCode, 413)
  const beside = await begin(test, 5, {}, mia)
  t.equal(beside.statusCode, 201, 'its bytes count once')
  await as('mia')('DELETE', String(beside.headers['location']), undefined, tus)
  end('b.txt', new Error('the scanner is away'))
  t.equal((await sent).statusCode, 503)
  t.same([await pendingFor('mia'), await counted()], [[], 10])
  const again = send(test, begun, 5, '', mia)
  await checking('b.txt')
  end('b.txt', 'it has a virus')
  t.equal((await again).statusCode, 400)

  const replaced = test.app.inject({
    method: 'PUT',
    url: `/api/file/${id}/content`,
    payload: 'others',
    headers: { 'content-type': 'text/plain', ...mia },
  })
  await checking('a.txt')
  t.match(await pendingFor('mia'), [{ id, sha256: sha256Of('others') }])
  t.equal((await as('mia')('GET', `/api/file/${id}/content`)).body, 'ten bytes!')
  t.equal((await as('root')('POST', `/api/file/${id}/purge`)).statusCode, 200)
  end('a.txt')
  t.equal((await replaced).statusCode, 404, 'the file was purged meanwhile')
  t.same([await pendingFor('mia'), await counted()], [[], 0])
  t.same(await storedFiles(test), [])
})

onStoreOfRun('a built site contains the pictures and other files that it shows', async (t, url) => {
  const test = await filesApp(url)
  t.teardown(() => test.close())
  const { request } = test
  t.equal((await request('POST', '/api/resource-types/presets/website?samples=true')).statusCode, 200)
  const bytes = await sharp({ create: { width: 700, height: 350, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const picture = (await upload(test, bytes, 'red.jpg')).json().id
  const prices = Buffer.from(pdf, 'latin1')
  const list = (await upload(test, prices, 'prices.pdf')).json().id
  const post = { headline: 'Red', slug: 'red', status: 'published', datePublished: '2026-01-01' }
  const articleBody = `![red area](${picture}) [Prices](${list})`
  t.equal((await request('POST', '/api/blog-post', { ...post, articleBody })).statusCode, 201)

  const cwd = t.testdir({})
  const service = await test.listen()
  const plinth = (...args: string[]) => callCli(['--json', '--url', service, 'site', ...args], { cwd })
  const checked = await plinth('check')
  t.match([checked.code, JSON.parse(checked.stdout)], [0, { broken: [] }])
  const built = await plinth('build', '--out', 'out', '--base-url', 'https://site.example/')
  t.match([built.code, JSON.parse(built.stdout)], [0, { left_out: [] }], built.stderr)
  const read = (name: string) => readFile(join(cwd, 'out', name))
  const page = String(await read('post/red/index.html'))
  const sha256 = sha256Of(bytes)
  t.match(page, `src="../../_files/${sha256}-640.jpg" srcset="../../_files/${sha256}-160.jpg 160w, `)
  t.match(page, `href="../../_files/${sha256Of(prices)}.pdf"`)
  t.same(await read(`_files/${sha256Of(prices)}.pdf`), prices)
  t.match(await sharp(await read(`_files/${sha256}-160.jpg`)).metadata(), { width: 160, format: 'jpeg' })
  const drawing = /src="([^"]*_files\/[0-9a-f]{64}-2560\.svg)"/.exec(String(await read('index.html')))?.[1] ?? ''
  t.match(String(await read(drawing)), '<svg')

  const { mtimeMs } = await stat(join(cwd, 'out', drawing))
  t.match(JSON.parse((await plinth('build', '--out', 'out')).stdout), { removed: 0 })
  t.equal((await stat(join(cwd, 'out', drawing))).mtimeMs, mtimeMs, 'it has not been written again')
  const refused = new Set<string>()
  const busy = createServer((asked, answer) => {
    const path = asked.url ?? ''
    if (path.startsWith('/site/_files/') && refused.size === 0) {
      refused.add(path)
      answer.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"busy"}')
      return
    }
    asked.pipe(
      httpRequest(service + path, { method: asked.method, headers: { accept: asked.headers.accept } }, passed =>
        passed.pipe(answer.writeHead(passed.statusCode ?? 500, passed.headers)),
      ),
    )
  })
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
  t.teardown(() => busy.close())
  const { port } = busy.address() as AddressInfo
  const patient = await callCli(['--url', `http://127.0.0.1:${port}`, 'site', 'build', '--out', 'patient'], { cwd })
  t.equal(patient.code, 0, patient.stderr)
  const [first = ''] = refused
  t.ok(await stat(join(cwd, 'patient', first.replace('/site/', ''))), 'a service that was busy is asked again')

  t.equal((await request('DELETE', `/api/file/${picture}?force=true`)).statusCode, 204)
  const without = await plinth('check')
  t.match([without.code, JSON.parse(without.stdout)], [0, { broken: [] }], 'what is gone is not linked')
})

onStoreOfRun('the site shows pictures of files, and no others', async (t, url) => {
  const test = await filesApp(url)
  t.teardown(() => test.close())
  const { request } = test
  t.equal((await request('POST', '/api/resource-types/presets/website?samples=true')).statusCode, 200)
  t.match((await request('GET', '/site')).body, /<img [^>]*src="\/site\/_files\/[0-9a-f]{64}-2560\.svg"/)
  const sample = (await request('GET', '/site/post/repair-evening')).body
  const described = [...sample.matchAll(/"@id":"(urn:blog-post:[^"]*)","@type"/g)].map(([, id]) => id)
  t.equal(described.length, 3)
  t.same(described, [...new Set(described)], 'a post that is also in a list on its page is described once')
  t.match(sample, /<img [^>]*\/_files\/[0-9a-f]{64}-2560\.svg" alt="A toaster with its plug"/)
  const samples = await dataOf(test, '/api/file?limit=100')
  t.ok(samples.length > 20 && samples.every(({ description }) => typeof description === 'string'))
  const again = await request('POST', '/api/resource-types/presets/website?samples=true')
  t.equal(again.statusCode, 200, again.body)
  t.equal((await dataOf(test, '/api/file?limit=100')).length, samples.length, 'once')
  const [cover, inText, hidden, unused] = await Promise.all(
    ['red', 'lime', 'blue', 'black'].map(async background => {
      const bytes = await sharp({ create: { width: 700, height: 350, channels: 3, background } })
        .jpeg()
        .toBuffer()
      return { id: (await upload(test, bytes, `${background}.jpg`)).json().id, sha256: sha256Of(bytes) }
    }),
  )
  if (cover === undefined || inText === undefined || hidden === undefined || unused === undefined) return
  const drawing = (await upload(test, svg, 'a.svg')).json().id
  const prices = Buffer.from(pdf, 'latin1')
  const { id: priceList } = (await upload(test, prices, 'Prices & more.pdf')).json()
  const post = {
    headline: 'With pictures',
    slug: 'with-pictures',
    status: 'published',
    datePublished: '2026-01-01',
    image: cover.id,
    articleBody: `A ![lime area](${inText.id}) and ![drawing](${drawing}). [Prices](${priceList}) [](${priceList})`,
  }
  const created = await request('POST', '/api/blog-post', post)
  t.equal(created.statusCode, 201, created.body)
  const draft = { ...post, slug: 'draft', status: 'unpublished', image: hidden.id, articleBody: '' }
  t.equal((await request('POST', '/api/blog-post', draft)).statusCode, 201)
  const page = await request('GET', '/site/post/with-pictures')
  t.equal(page.statusCode, 200)
  const small = `/site/_files/${inText.sha256}-160.jpg`
  t.match(page.body, `src="/site/_files/${inText.sha256}-640.jpg" srcset="${small} 160w, `)
  t.match(page.body, / sizes="[^"]+" alt="lime area"/)
  t.match(page.body, `/site/_files/${cover.sha256}-640.jpg`)
  t.match(page.body, new RegExp(`property="og:image" content="http[^"]*/site/_files/${cover.sha256}-640.jpg"`))
  t.match(page.body, new RegExp(`"image":"http[^"]*/site/_files/${cover.sha256}-640.jpg"`), 'JSON-LD')
  t.notMatch(page.body, 'urn:file')
  const listAddress = `/site/_files/${sha256Of(prices)}.pdf`
  t.match(page.body, `<a href="${listAddress}">Prices</a> <a href="${listAddress}">Prices &amp; more.pdf, 1 kB</a>`)
  const list = await request('GET', listAddress)
  t.same(list.rawPayload, prices)
  t.match(list.headers, {
    'content-type': 'application/pdf',
    'content-disposition': /^attachment; .*Prices%20%26%20more\.pdf/,
    'content-security-policy': /sandbox/,
    'x-content-type-options': 'nosniff',
  })
  const shown = await request('GET', small, undefined, { accept: 'image/webp,*/*' })
  t.equal(shown.statusCode, 200)
  t.match(shown.headers, {
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: /Accept/,
    'x-content-type-options': 'nosniff',
  })
  t.equal((await sharp(shown.rawPayload).metadata()).width, 160)
  t.equal((await request('GET', small)).headers['content-type'], 'image/jpeg')
  const svgAnswer = await request('GET', `/site/_files/${sha256Of(svg)}-2560.svg`)
  t.match(svgAnswer.headers, { 'content-type': 'image/svg+xml', 'content-security-policy': /sandbox/ })
  for (const [name, address] of [
    ['of something unpublished', `${hidden.sha256}-160.jpg`],
    ['that nothing refers to', `${unused.sha256}-160.jpg`],
    ['in another size', `${cover.sha256}-161.jpg`],
    ['in another format', `${cover.sha256}-160.png`],
    ['the file itself', cover.sha256],
    ['the picture itself', `${cover.sha256}.jpg`],
    ['a file under another name', `${sha256Of(prices)}.html`],
  ] as const)
    t.equal((await request('GET', `/site/_files/${address}`)).statusCode, 404, name)
  t.match(
    (await request('GET', `/api/file/${inText.id}/referrers`)).json().data,
    [{ id: created.json().id }],
    'in Markdown',
  )
  const ids = (await request('GET', '/api/file/_unused')).json().data.map((one: { id: string }) => one.id)
  t.same(ids, [unused.id])
  const other = await sharp({ create: { width: 200, height: 90, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const headers = { 'content-type': 'image/png' }
  await test.app.inject({ method: 'PUT', url: `/api/file/${cover.id}/content`, payload: other, headers })
  t.match((await request('GET', '/site/post/with-pictures')).body, `/site/_files/${sha256Of(other)}-160.png`)
  await request('PATCH', `/api/blog-post/${created.json().id}`, { status: 'unpublished' })
  t.equal((await request('GET', small)).statusCode, 404, 'not public any more')

  // a link to a draft shows its pictures, and no others
  await request('PATCH', '/api/resource-types/blog-post', { schema: { 'x-drafts': true } })
  const { url: link } = (
    await request('POST', `/api/blog-post/${created.json().id}/preview-links`, { expires_in: 600 })
  ).json()
  const path = new URL(link).pathname
  t.match((await request('GET', path)).body, `src="${path}/_files/${inText.sha256}-640.jpg" srcset="${path}/_files/`)
  const data = { headline: 'Not saved', articleBody: `![lime area](${inText.id})` }
  const beside = await request('POST', '/api/site/preview', { type_slug: 'blog-post', id: created.json().id, data })
  t.match(beside.body, `src="/api/file/${inText.id.split(':')[2]}/image?width=640"`, 'beside a form')
  const inDraft = await request('GET', `${path}/_files/${inText.sha256}-160.jpg`)
  t.match(inDraft.headers, {
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  })
  for (const address of [`${path}/_files/${hidden.sha256}-160.jpg`, `${path}x/_files/${inText.sha256}-160.jpg`, small])
    t.equal((await request('GET', address)).statusCode, 404)
})

onStoreOfRun('who may not read a file cannot show it', async (t, url) => {
  const people = { root: { role: 'admin' }, eve: { role: 'editor' } }
  const { app: test, as } = await startPeopled(t, people, { url })
  const [root, eve] = [as('root'), as('eve')]
  const drafts = await root('POST', '/api/resource-types/presets/website?samples=true&drafts=true')
  t.equal(drafts.statusCode, 200, drafts.body)
  t.equal((await root('PUT', '/api/settings/roles', { roles: ['editor'] })).statusCode, 200)
  const actions = ['odrl:read', 'odrl:modify', 'odrl:distribute']
  const roles = { editor: { 'blog-post': actions } }
  t.equal((await root('PUT', '/api/settings/role-access', { roles })).statusCode, 200)
  const bytes = await picture(700, 350)
  const secret: string = (await upload(test, bytes, 'secret.png', {}, { actor: 'root' })).json().id
  const other: string = (await upload(test, 'for all', 'secret.txt', {}, { actor: 'root' })).json().id
  const shown: string = (await upload(test, 'shown', 'shown.txt', {}, { actor: 'root' })).json().id
  const grant = { agent_id: 'urn:user:eve', actions: ['odrl:read'] }
  t.equal((await root('POST', `/api/resources/${shown}/permissions`, grant)).statusCode, 201)

  const post = (slug: string, text: string) => ({ headline: 'H', slug, datePublished: '2026-01-01', articleBody: text })
  const held = await root('POST', '/api/blog-post', post('held', `[by root](${other})`))
  t.equal(held.statusCode, 201, held.body)
  const at = `/api/blog-post/${held.json().id}`
  const naming = (id: string) => post('new', `![a](${shown}) ![b](${id})`)
  const bulk = (op: object) => ({ operations: [op] })
  for (const id of [secret, 'urn:file:unknown', 'urn:media-file:unknown']) {
    const message = `articleBody: names "${id}", which must be the URN of an active resource of the type file or media-file that you may read`
    for (const [method, path, body] of [
      ['POST', '/api/blog-post', naming(id)],
      ['POST', '/api/blog-post/_check', naming(id)],
      ['PUT', '/api/blog-post?key=slug', naming(id)],
      ['PUT', '/api/blog-post?key=slug', { ...naming(id), slug: 'held' }],
      ['PUT', at, naming(id)],
      ['PATCH', at, { articleBody: naming(id).articleBody }],
      ['POST', '/api/blog-post/_bulk', bulk({ op: 'create', data: naming(id) })],
      ['POST', '/api/blog-post/_bulk', bulk({ op: 'patch', id: held.json().id, data: naming(id) })],
    ] as const) {
      const answer = await eve(method, path, body)
      t.equal(answer.statusCode, 400, `${method} ${path}: ${answer.body}`)
      t.equal(answer.json().message.replace('operations[0]: ', ''), message, `${method} ${path}`)
    }
    const headers = { actor: 'eve', 'content-type': 'application/x-ndjson' }
    const row = JSON.stringify({ ...naming(id), articleBody: `![b](${id})` })
    const rows = await test.app.inject({ method: 'POST', url: '/api/blog-post/_import', payload: row, headers })
    t.match(rows.body, /"loaded":0.*"refused":1/)
    t.match(
      rows.body,
      `names \\"${id}\\", which must be the URN of an active resource of the type file or media-file that you may read"`,
    )
    const data = { headline: 'H', articleBody: `![b](${id})`, image: id }
    const preview = await eve('POST', '/api/site/preview', { type_slug: 'blog-post', id: held.json().id, data })
    t.equal(preview.statusCode, 200, preview.body)
    t.notMatch(preview.body, '/api/file/', 'a preview of what is not saved shows no file either')
  }
  t.equal((await root('POST', '/api/blog-post', naming('urn:file:unknown'))).statusCode, 400, 'of administrators too')
  const more = await eve('PATCH', at, { articleBody: `More. [by root](${other}) ![c](${shown})` })
  t.equal(more.statusCode, 200, 'what the text had before can stay, and what one may read is added')
  t.equal((await eve('PATCH', at, { articleBody: 'nothing' })).statusCode, 200)
  t.equal((await eve('PATCH', at, { articleBody: `![b](${other})` })).statusCode, 400, 'what was removed is new')

  // the URN of a file in any other text is only text
  const made = await eve('POST', '/api/blog-post', {
    ...post('plain', 'Text'),
    headline: secret,
    articleSection: secret,
  })
  t.equal(made.statusCode, 201, made.body)
  const own = `/api/blog-post/${made.json().id}`
  t.equal((await eve('POST', `${own}/publish`)).statusCode, 200)
  const page = await test.request('GET', '/site/post/plain')
  t.equal(page.statusCode, 200)
  const { url: link } = (await eve('POST', `${own}/preview-links`, { expires_in: 600 })).json()
  const linked = await test.request('GET', link)
  t.equal(linked.statusCode, 200)
  for (const { body } of [page, linked]) t.notMatch(body, sha256Of(bytes))
  for (const path of ['/site', link])
    t.equal((await test.request('GET', `${path}/_files/${sha256Of(bytes)}-640.png`)).statusCode, 404, path)
})

onStoreOfRun('a copy has the texts as they are, whatever files they name', async (t, url) => {
  const here = await filesApp(url)
  t.teardown(() => here.close())
  const typed = (notes: object) => ({ name: 'Memo', slug: 'memo', schema: { type: 'object', properties: { notes } } })
  t.equal((await here.request('POST', '/api/resource-types', typed({ type: 'string' }))).statusCode, 201)
  const { id } = (await here.request('POST', '/api/memo', { notes: 'see urn:file:unknown' })).json()
  const rich = typed({ type: 'string', contentMediaType: 'text/markdown' })
  t.equal((await here.request('PUT', '/api/resource-types/memo', rich)).statusCode, 200)
  t.equal((await here.request('PATCH', `/api/memo/${id}`, { notes: 'still urn:file:unknown' })).statusCode, 200)
  t.equal((await here.request('POST', '/api/memo', { notes: 'see urn:file:unknown' })).statusCode, 400)
  const there = await filesApp(await ownDatabase())
  t.teardown(() => there.close())
  const report = await load(there, '/api/_import', (await here.request('GET', '/api/_export')).body)
  t.notMatch(report.body, /error|problems/, report.body)
  t.match(propertiesOf(await there.request('GET', `/api/memo/${id}`)), { notes: 'still urn:file:unknown' })
})

const load = (test: TestApp, path: string, text: string) =>
  test.app.inject({
    method: 'POST',
    url: `${path}?rejects=true`,
    payload: text,
    headers: { 'content-type': 'application/x-ndjson' },
  })

onStoreOfRun('copies take the bytes along, and rows without bytes are refused', async (t, url) => {
  const here = await filesApp(url)
  t.teardown(() => here.close())
  const kept = (await upload(here, 'kept bytes', 'kept.txt', { caption: 'kept' })).json().id
  const gone = (await upload(here, 'archived bytes', 'gone.txt')).json().id
  const purged = (await upload(here, 'purged bytes', 'purged.txt')).json().id
  await here.request('DELETE', `/api/file/${gone}`)
  await here.request('POST', `/api/file/${purged}/purge`)
  const copy = (await here.request('GET', '/api/_export')).body
  t.match(copy, `{"file":"files/${sha256Of('kept bytes')}"}\n{"bytes":"${inBase64('kept bytes')}"}`)
  t.match(copy, `{"file":"files/${sha256Of('archived bytes')}"}`)
  t.notMatch(copy, sha256Of('purged bytes'))
  const check = async (test: TestApp): Promise<void> => {
    const read = await test.request('GET', `/api/file/${kept}`)
    t.match(propertiesOf(read), { caption: 'kept', sha256: sha256Of('kept bytes'), state: 'ready' })
    t.equal((await test.request('GET', `/api/file/${kept}/content`)).body, 'kept bytes')
    t.equal((await test.request('POST', `/api/file/${gone}/restore`)).statusCode, 200)
    t.equal((await test.request('GET', `/api/file/${gone}/content`)).body, 'archived bytes')
    t.equal((await test.request('POST', `/api/file/${purged}/restore`)).statusCode, 409)
    t.equal((await storedFiles(test, 'content')).length, 2)
    t.same(await storedFiles(test, 'arriving'), [])
  }
  const there = await filesApp(await ownDatabase())
  t.teardown(() => there.close())
  for (const time of ['once', 'again']) {
    const report = await load(there, '/api/_import', copy)
    t.equal(report.statusCode, 200, time)
    t.notMatch(report.body, /error|problems/, report.body)
  }
  t.equal((await there.request('GET', '/api/file/_settings')).json().account_bytes, 24)
  await check(there)

  const without = await filesApp(await ownDatabase())
  t.teardown(() => without.close())
  const lines = copy.split('\n')
  const cut = lines.map(line => line.replace(inBase64('kept bytes'), inBase64('other bytes'))).join('\n')
  t.match((await load(without, '/api/_import', cut)).body, /the bytes of the file are not in the copy/)
  t.equal((await without.request('GET', `/api/file/${kept}`)).statusCode, 404)
  const { name, sha256 } = propertiesOf(await there.request('GET', `/api/file/${kept}`))
  const single = await load(without, '/api/file/_import', JSON.stringify({ name, sha256 }))
  t.match(single.body, /"loaded":0/)

  const folder = join(t.testdir(), 'copy')
  const options = { env: { NO_COLOR: '1' } }
  const written = await callCli(['export', '--all', folder, '--url', await there.listen()], options)
  t.equal(written.code, 0, written.stderr)
  const target = await filesApp(await ownDatabase())
  t.teardown(() => target.close())
  const loaded = await callCli(['import', '--all', folder, '--url', await target.listen()], options)
  t.equal(loaded.code, 0, loaded.stderr)
  await target.request('DELETE', `/api/file/${gone}`)
  await check(target)
})

onStoreOfRun('missing and stray bytes are found', async (t, url) => {
  const store = url ?? join(t.testdir(), 'plinth.db')
  const test = await filesApp(store)
  const whole = (await upload(test, 'whole', 'a.txt')).json().id
  const lost = (await upload(test, 'lost', 'b.txt')).json().id
  const folder = join(fileURLToPath(test.config.files?.url ?? ''), 'content')
  const place = (content: string): string => join(folder, sha256Of(content).slice(0, 2), sha256Of(content))
  await rm(place('lost'))
  await mkdir(dirname(place('stray')), { recursive: true })
  await writeFile(place('stray'), 'stray')
  const found = await test.app.diContainer.resolve('files').check()
  await test.close()
  t.match(found.problems, [{ message: new RegExp(`those of 1 file: ${lost} \\(${sha256Of('lost')}`) }])
  t.match(found.warnings, [{ message: new RegExp(sha256Of('stray')) }])
  t.notMatch(JSON.stringify(found), whole)
})

onStoreOfRun('bytes can be in a bucket of S3', async (t, url) => {
  const server = await startS3()
  t.teardown(() => server.close())
  const { endpoint, bucket, key, secret, objects } = server
  const environment = {
    FILES_URL: `s3://${bucket}/some%20folder`,
    FILES_S3_ENDPOINT: `${endpoint}/`,
    FILES_S3_KEY: key,
    FILES_S3_SECRET: secret,
  }
  const { files } = loadConfig(environment, t.testdir())
  t.match(files, { s3: { endpoint, region: 'us-east-1', key, secret } })
  t.throws(
    () => loadConfig({ ...environment, FILES_S3_SECRET: '' }, t.testdir()),
    /set FILES_S3_KEY and FILES_S3_SECRET/,
  )
  t.throws(() => loadConfig({ ...environment, FILES_S3_ENDPOINT: 'here' }, t.testdir()), /FILES_S3_ENDPOINT must be/)
  t.throws(() => loadConfig({ FILES_URL: 'ftp://a/b' }, t.testdir()), /file:\/\/\/srv\/files, or of a bucket/)
  const test = await buildTestApp({ ...(files && { config: { files } }), ...(url !== undefined && { url }) })
  t.teardown(() => test.close())
  const bytes = await picture(400, 200)
  const created = await upload(test, bytes, 'a.png')
  t.equal(created.statusCode, 201, created.body)
  const { id } = created.json()
  const sha256 = sha256Of(bytes)
  t.same([...objects.keys()], [`some folder/content/${sha256.slice(0, 2)}/${sha256}`])
  t.same((await test.request('GET', `/api/file/${id}/content`)).rawPayload, bytes)
  const part = await test.request('GET', `/api/file/${id}/content`, undefined, { range: 'bytes=1-3' })
  t.same([part.statusCode, part.rawPayload], [206, bytes.subarray(1, 4)])
  for (const width of [160, 320, 640]) {
    const image = await test.request('GET', `/api/file/${id}/image?width=${width}&format=webp`)
    t.equal((await sharp(image.rawPayload).metadata()).width, Math.min(width, 400))
  }
  t.equal(objects.size, 4)
  t.equal((await test.app.diContainer.resolve('files').check()).detail, `1 files in s3://${bucket}/some folder/`)
  server.failing = 500
  const refused = await upload(test, 'no room', 'b.txt')
  t.equal(refused.statusCode, 503)
  t.match(refused.headers, { 'retry-after': '10' })
  t.equal((await test.request('GET', `/api/file/${id}/content`)).statusCode, 503)
  server.failing = 404
  t.equal((await upload(test, 'no bucket', 'b.txt')).statusCode, 503, 'nothing is stored without its bytes')
  server.failing = 403
  t.match(await test.app.diContainer.resolve('files').check(), {
    problems: [
      { message: /^the files cannot be read: s3:.* answered 403 to GET: ServiceUnavailable$/, remedy: /FILES_S3_/ },
    ],
  })
  server.failing = undefined
  const { problems } = await test.app.diContainer.resolve('files').check()
  t.same(problems, [], 'uploads that were refused miss no bytes')
  const begun = String((await begin(test, 5, { filename: 'c.txt' })).headers['location'])
  server.failing = 503
  t.equal((await send(test, begun, 0, 'later')).statusCode, 503)
  server.failing = undefined
  t.equal((await send(test, begun, 5, '')).statusCode, 204, 'what has arrived is kept')
  t.equal((await test.request('GET', '/api/file')).json().data.length, 2)
  t.equal((await test.request('POST', `/api/file/${id}/purge`)).statusCode, 200)
  t.same([...objects.values()].map(String), ['later'])

  // copies lead from one storage to the other, and back
  const [file] = (await test.request('GET', '/api/file')).json().data
  const inFolder = await filesApp(await ownDatabase())
  const returned = loadConfig({ ...environment, FILES_URL: `s3://${bucket}/back` }, t.testdir())
  const another = await ownDatabase()
  const back = await buildTestApp({
    ...(returned.files && { config: { files: returned.files } }),
    ...(another !== undefined && { url: another }),
  })
  for (const one of [inFolder, back]) t.teardown(() => one.close())
  for (const [from, to] of [
    [test, inFolder],
    [inFolder, back],
  ] as const) {
    const report = await load(to, '/api/_import', (await from.request('GET', '/api/_export')).body)
    t.match(report.body, /"type_slug":"file","rows":2,"loaded":2/)
    t.equal((await to.request('GET', `/api/file/${file.id}/content`)).body, 'later')
  }
  t.equal([...objects.keys()].filter(path => path.startsWith('back/content/')).length, 1)
})
