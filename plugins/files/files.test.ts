import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import type { Test } from 'tap'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { onStoreOfRun } from '../../testing/internal/each-store.ts'
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
  t.equal((await test.request('GET', `/api/file?q=brown`)).json().data.length, 1)
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
  const head = await get({}, '', 'HEAD')
  t.equal(head.headers['content-length'], '10')
  t.equal(head.body, '')
  t.equal((await test.request('GET', '/api/file/unknown/content')).statusCode, 404)
  await test.request('DELETE', `/api/file/${id}`)
  t.equal((await get()).statusCode, 404, 'archived')
})

onService('the bytes decide the type, and nothing runs on this origin', async (t, test) => {
  const pdf = '%PDF-1.7\n%\xe2\xe3\n1 0 obj<<>>endobj'
  for (const [content, name, type, served, shown] of [
    [svg, 'a.png', 'image/svg+xml', 'image/svg+xml', 'inline'],
    ['<!DOCTYPE html><script>alert(1)</script>', 'a.jpg', 'text/html', 'text/plain; charset=utf-8', 'attachment'],
    ['\ufeff  <html><body></body></html>', 'b.txt', 'text/html', 'text/plain; charset=utf-8', 'attachment'],
    ['alert(1)', 'a.js', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['a,b\n1,2', 'a.csv', 'text/csv', 'text/plain; charset=utf-8', 'attachment'],
    ['<?xml version="1.0"?><a/>', 'a.svg', 'application/xml', 'text/plain; charset=utf-8', 'attachment'],
    [Buffer.from(pdf, 'latin1'), 'a.html', 'application/pdf', 'application/pdf', 'attachment'],
    [Buffer.from([0, 1, 2, 3]), 'a.html', 'application/octet-stream', 'application/octet-stream', 'attachment'],
    ['', 'empty.html', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
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
  const box = '<svg viewBox="0 0 300 150" width="100%"/>'
  t.match(propertiesOf(await upload(test, box, 'a')), { width: 300, height: 150 })
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
  const before = await buildTestApp({ url: store })
  t.equal((await before.request('GET', '/api/resource-types/file')).statusCode, 404)
  const type = {
    name: 'File',
    slug: 'file',
    context: { '@vocab': 'https://example.org/' },
    schema: { type: 'object', properties: { title: { type: 'string' } } },
  }
  t.equal((await before.request('POST', '/api/resource-types', type)).statusCode, 201)
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
