import type { Test } from 'tap'
import { StoreUnavailable } from '../../../kernel/index.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { onStoreOfRun } from '../../../testing/internal/each-store.ts'
import { movableClock } from '../../../testing/internal/clock.ts'
import { until } from '../../../testing/internal/until.ts'
import { startPeopled } from '../../../testing/internal/people.ts'
import type { Ask, People, Peopled } from '../../../testing/internal/people.ts'

type Answer = Awaited<ReturnType<Ask>>
const bodyOf = (answer: Answer) => answer.json()
/** Of any form. */
type Body = ReturnType<typeof bodyOf>

const text = { type: 'string' }
const post = {
  type: 'object',
  'x-drafts': true,
  required: ['title'],
  properties: {
    title: text,
    slug: { ...text, 'x-unique': true },
    author: { ...text, 'x-resource-type': 'author' },
    size: { type: 'number' },
    place: { type: 'object', required: ['city'], properties: { city: text } },
  },
}
const author = { type: 'object', 'x-drafts': true, properties: { name: text } }

type Stage = Peopled & Record<'root' | 'eva' | 'pia' | 'vic', Ask> & { people: People }

/** A service with the types `post` and `author`, and their people: `eva` edits, `pia` also publishes, `vic` reads. */
async function stage(t: Test, url: string | undefined): Promise<Stage> {
  const people: People = {
    root: { role: 'admin' },
    eva: { role: 'editor' },
    pia: { role: 'publisher' },
    vic: { role: 'viewer' },
  }
  const peopled = await startPeopled(t, people, { url })
  const [root, eva, pia, vic] = ['root', 'eva', 'pia', 'vic'].map(name => peopled.as(name)) as [Ask, Ask, Ask, Ask]
  await expect(t, 200, root('PUT', '/api/settings/roles', { roles: ['viewer', 'editor', 'publisher'] }))
  const edits = ['odrl:read', 'odrl:modify', 'odrl:delete']
  const roles = {
    viewer: { '*': ['odrl:read'] },
    editor: { '*': edits },
    publisher: { '*': [...edits, 'odrl:distribute'] },
  }
  await expect(t, 200, root('PUT', '/api/settings/role-access', { roles }))
  await expect(t, 201, root('POST', '/api/resource-types', { name: 'Author', slug: 'author', schema: author }))
  await expect(t, 201, root('POST', '/api/resource-types', { name: 'Post', slug: 'post', schema: post }))
  return { ...peopled, people, root, eva, pia, vic }
}

async function expect(t: Test, status: number, asked: Promise<Answer>): Promise<Body> {
  const answer = await asked
  if (answer.statusCode !== status)
    throw new Error(`${answer.statusCode} instead of ${status}: ${answer.body.slice(0, 600)}`)
  t.pass(String(status))
  return answer.body === ''
    ? undefined
    : { ...answer.json(), etag: answer.headers.etag, location: answer.headers.location }
}

const titleOf = ({ data }: Body): unknown => data['@graph'][0].title
const titles = ({ data }: Body): unknown[] => data.map(titleOf)
const draft = '?perspective=draft'

onStoreOfRun('what is public is among its versions, also where the type keeps later ones alone', async (t, url) => {
  const { root, vic } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  const schema = { ...author, 'x-keep-versions': 2 }
  await ask(201, root('POST', '/api/resource-types', { name: 'Note', slug: 'note', schema }))
  const { id } = await ask(201, root('POST', '/api/note', { name: 'v1' }))
  const at = `/api/note/${id}`
  await ask(200, root('POST', `${at}/publish`))
  for (const name of ['v2', 'v3', 'v4']) await ask(200, root('PUT', at, { name }))
  const listed = async (query: string): Promise<unknown[]> => {
    const { data, has_more } = await ask(200, vic('GET', `${at}/versions${query}`))
    return [data.map((one: Body) => [one.sequence_no, one.data['@graph'][0].name]), has_more]
  }
  t.strictSame(await listed(''), [[[1, 'v1']], false])
  await ask(200, root('POST', `${at}/publish`))
  t.strictSame(await listed(''), [[[4, 'v4']], false], 'what was public before is gone')
  t.strictSame(await listed('?limit=1&count=true'), [[[4, 'v4']], false])
  await ask(200, root('PUT', at, { name: 'v5' }))
  await ask(200, root('POST', `${at}/publish`))
  t.strictSame(await listed('?limit=1'), [[[5, 'v5']], true])
  t.strictSame(await listed(''), [
    [
      [5, 'v5'],
      [4, 'v4'],
    ],
    false,
  ])
})

onStoreOfRun('who may publish and not read gets ids alone', async (t, url) => {
  const { root, people, as } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  await ask(200, root('PUT', '/api/settings/roles', { roles: ['viewer', 'editor', 'publisher', 'blind'] }))
  const access = await ask(200, root('GET', '/api/settings/role-access'))
  const roles = { ...access.roles, blind: { post: ['odrl:modify', 'odrl:distribute'] } }
  await ask(200, root('PUT', '/api/settings/role-access', { roles }))
  people['bob'] = { role: 'blind' }
  const { id } = await ask(201, root('POST', '/api/post', { title: 'Secret' }))
  for (const [op, tag] of [
    ['publish', '1.p1'],
    ['discard', '1.p1'],
    ['unpublish', '1.p2'],
  ] as const) {
    const answer = await as('bob')('POST', `/api/post/${id}/${op}`)
    t.strictSame([answer.statusCode, answer.json(), answer.headers.etag], [200, { id }, `"${id}.${tag}"`], op)
  }
})

onStoreOfRun('a resource is a draft until it is published, and readers see what is public', async (t, url) => {
  const { root, eva, pia, vic } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  const created = await ask(201, eva('POST', '/api/post', { slug: 'a' }))
  const { id } = created
  const at = `/api/post/${id}`
  t.match(created, { publication: 'draft', published_no: null, published_at: null, published_by: null, sequence_no: 1 })
  t.equal(created.etag, `"${id}.1.p0"`)
  t.equal(created.location, `/api/post/${encodeURIComponent(id)}${draft}`)
  const missing = await ask(404, eva('GET', at))
  t.match(missing.message, /^there is no such resource, .*perspective=draft/)
  t.strictSame(await ask(404, vic('GET', '/api/post/none')), missing, 'it tells nobody what there is')
  t.strictSame(titles(await ask(200, vic('GET', '/api/post'))), [])
  t.equal((await ask(200, eva('GET', `${at}${draft}`))).etag, created.etag)
  await ask(403, vic('GET', `${at}${draft}`))
  t.strictSame((await ask(200, vic('GET', `/api/post${draft}`))).data, [], 'who may modify nothing sees nothing')
  await ask(400, eva('GET', `${at}?perspective=other`))
  await ask(400, eva('PATCH', `${at}${draft}`, { title: 'x' }))
  await ask(400, eva('PATCH', at, { published_no: 1 }))
  await ask(400, eva('PATCH', at, { publication: 'published' }))

  await ask(403, eva('POST', `${at}/publish`))
  t.match(
    (await ask(400, pia('POST', `${at}/publish`))).message,
    /title/,
    'what is required is required of what is public',
  )
  await ask(400, eva('PATCH', at, { size: 'large' }))
  const saved = await ask(200, eva('PATCH', at, { title: 'One', place: {} }))
  t.match((await ask(400, pia('POST', `${at}/publish`))).message, /place.city/)
  await ask(200, eva('PATCH', at, { place: null }, { 'if-match': saved.etag }))
  await ask(412, pia('POST', `${at}/publish`, {}, { 'if-match': saved.etag }))
  await ask(404, pia('POST', `${at}/publish`, { sequence_no: 9 }))
  const published = await ask(200, pia('POST', `${at}/publish`, {}, { 'if-match': `"${id}.3.p0"` }))
  t.match(published, {
    publication: 'published',
    published_no: 3,
    published_by: 'urn:user:pia',
    sequence_no: 3,
    unpublished: [],
  })
  t.equal(published.etag, `"${id}.3.p1"`)
  t.equal((await ask(200, pia('POST', `${at}/publish`))).etag, published.etag, 'nothing changes')
  const seen = await ask(200, vic('GET', at))
  t.match(seen, { publication: 'published', published_no: 3, sequence_no: 3, published_at: published.published_at })
  t.equal(seen.etag, published.etag)
  t.equal((await vic('GET', at, undefined, { 'if-none-match': seen.etag })).statusCode, 304)

  const changed = await ask(200, eva('PATCH', at, { title: 'Two' }, { 'if-match': seen.etag }))
  t.match(changed, { publication: 'changed', sequence_no: 4, published_no: 3 })
  t.equal(changed.etag, `"${id}.4.p1"`)
  const still = await ask(200, vic('GET', at))
  t.equal(titleOf(still), 'One')
  t.equal(still.etag, `"${id}.3.p1"`)
  t.match((await ask(412, eva('PATCH', at, { title: 'lost' }, { 'if-match': still.etag }))).message, /newer draft/)
  await ask(412, pia('POST', `${at}/publish`, {}, { 'if-match': still.etag }))
  const linked = async (query: string): Promise<string> =>
    String((await eva('GET', `${at}${query}`, undefined, { accept: 'application/ld+json' })).headers.etag)
  const ofDraft = await linked(draft)
  t.equal(ofDraft, `"${id}.4.p1.ld1"`)
  t.match(
    (await ask(412, eva('PATCH', at, { title: 'lost' }, { 'if-match': await linked('') }))).message,
    /newer draft/,
  )
  await ask(412, pia('POST', `${at}/publish`, {}, { 'if-match': await linked('') }))
  t.strictSame(titles(await ask(200, eva('GET', `/api/post${draft}&_filter[publication][eq]=changed`))), ['Two'])
  t.strictSame(titles(await ask(200, eva('GET', `/api/post${draft}&_filter[meta.publication][eq]=draft`))), [])
  t.strictSame(
    titles(
      await ask(
        200,
        eva('GET', `/api/post${draft}&_filter[published_no][eq]=3&_filter[sequence_no][eq]=4&sort_by=published_at`),
      ),
    ),
    ['Two'],
  )
  t.match((await ask(400, vic('GET', '/api/post?_filter[publication][eq]=changed'))).message, /perspective=draft/)
  t.strictSame(titles(await ask(200, vic('GET', '/api/post?q=one'))), ['One'])
  t.strictSame(titles(await ask(200, vic('GET', '/api/post?q=two'))), [])
  t.strictSame(titles(await ask(200, vic('GET', '/api/post?q=published'))), [], 'the state is no text of the resource')
  t.strictSame(titles(await ask(200, eva('GET', `/api/post${draft}&q=two&_filter[sequence_no][gte]=4`))), ['Two'])
  t.strictSame(
    titles(
      await ask(200, eva('POST', '/api/post/_query', { perspective: 'draft', _filter: { title: { eq: 'Two' } } })),
    ),
    ['Two'],
  )

  const versions = await ask(200, vic('GET', `${at}/versions?count=true`))
  t.strictSame(
    versions.data.map((one: Body) => [one.sequence_no, one.publication]),
    [[3, 'published']],
  )
  t.equal((await ask(200, eva('GET', `${at}/versions${draft}`))).data.length, 4)
  await ask(404, vic('GET', `${at}?sequence_no=2`))
  await ask(404, vic('GET', `${at}?sequence_no=4`))
  t.equal(titleOf(await ask(200, eva('GET', `${at}${draft}&sequence_no=4`))), 'Two')

  const discarded = await ask(200, eva('POST', `${at}/discard`, undefined, { 'if-match': ofDraft }))
  t.match(discarded, { publication: 'published', sequence_no: 5, published_no: 5, published_by: 'urn:user:pia' })
  t.equal(discarded.published_at, published.published_at)
  t.equal(titleOf(discarded), 'One')
  t.equal((await ask(200, vic('GET', at))).etag, discarded.etag)
  t.strictSame(
    (await ask(200, vic('GET', `${at}/versions`))).data.map((one: Body) => [one.sequence_no, one.publication]),
    [
      [5, 'published'],
      [3, 'published'],
    ],
  )
  const { cursor } = await ask(200, eva('GET', `${at}/versions${draft}&limit=1`))
  await ask(400, eva('GET', `${at}/versions?limit=1&cursor=${cursor}`))
  t.match(await ask(200, vic('GET', `${at}?sequence_no=3`)), {
    sequence_no: 3,
    published_no: 5,
    publication: 'published',
  })
  t.equal((await ask(200, eva('POST', `${at}/discard`))).etag, discarded.etag, 'there is nothing to discard')

  await ask(403, eva('POST', `${at}/unpublish`))
  const ended = await ask(200, pia('POST', `${at}/unpublish`))
  t.match(ended, { publication: 'draft', published_no: null, published_at: null, sequence_no: 5, referrers: [] })
  t.equal(ended.etag, `"${id}.5.p2"`)
  await ask(404, vic('GET', at))
  await ask(200, pia('POST', `${at}/unpublish`))
  await ask(409, eva('POST', `${at}/discard`))
  await ask(200, pia('POST', `${at}/publish`, { sequence_no: 4 }))
  t.match(await ask(200, eva('GET', `${at}${draft}`)), { publication: 'changed', published_no: 4, sequence_no: 5 })
  const { data: events } = await ask(200, root('GET', `/api/events?subject=${encodeURIComponent(id)}&limit=100`))
  const told = events
    .map(({ type, data }: Body) => [type, data.sequence_no, data.actor])
    .filter(([type]: string[]) => type?.endsWith('ublished'))
  t.strictSame(told.toReversed(), [
    ['Resource.Published', 3, 'urn:user:pia'],
    ['Resource.Unpublished', 5, 'urn:user:pia'],
    ['Resource.Published', 4, 'urn:user:pia'],
  ])
})

onStoreOfRun('several are published at once, unique values and references hold in each set', async (t, url) => {
  const { root, eva, pia, vic, people } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  const make = async (slug: string, data: object): Promise<string> =>
    (await ask(201, eva('POST', `/api/${slug}`, data))).id
  const ann = await make('author', { name: 'Ann' })
  const [a, b] = [
    await make('post', { title: 'A', slug: 'a', author: ann }),
    await make('post', { title: 'B', slug: 'b' }),
  ]
  const items = (action: string, ...ids: string[]) => ({ items: ids.map(id => ({ id, action })) })
  t.match((await ask(403, eva('POST', '/api/_publish', items('publish', a, b)))).message, /^items\[0\]: /)
  const dry = await ask(200, eva('POST', '/api/_publish?dry_run=true', items('publish', a, b)))
  t.match(dry.problems, [{ index: 0, id: a, code: 'forbidden' }, { index: 1 }])
  t.strictSame(
    (await ask(200, pia('POST', '/api/_publish', { ...items('publish', a, b), dry_run: true }))).problems,
    [],
  )
  const done = await ask(200, pia('POST', '/api/_publish', items('publish', a, b)))
  t.match(done.results, [
    { id: a, published_no: 1, publication: 'published' },
    { id: b, published_no: 1, publication: 'published' },
  ])
  t.strictSame(done.unpublished, [ann])
  t.match(
    (await ask(400, pia('POST', '/api/_publish', items('publish', a, a)))).message,
    /^items\[1\]: .*more than once/,
  )
  t.match((await ask(404, pia('POST', '/api/_publish', items('publish', 'urn:post:x')))).message, /^items\[0\]: /)

  // a reference to what is not public is a bare id for readers
  const shown = await ask(200, vic('GET', `/api/post/${a}?include=author&labels=true`))
  t.equal(shown.data['@graph'].length, 1)
  t.equal(shown.data['@graph'][0].author, ann)
  t.notOk(ann in shown.labels)
  const edited = await ask(200, eva('GET', `/api/post/${a}${draft}&include=author&labels=true`))
  t.match(edited.data['@graph'][1], { name: 'Ann' })
  t.equal(edited.labels[ann].label, 'Ann')
  t.strictSame((await ask(200, vic('GET', '/api/post?_filter[author.name][eq]=Ann'))).data, [])
  t.strictSame(titles(await ask(200, eva('GET', `/api/post${draft}&_filter[author.name][eq]=Ann`))), ['A'])
  t.match((await ask(404, vic('GET', `/api/author/${ann}/referrers`))).message, /no such/)
  t.equal((await ask(200, eva('GET', `/api/author/${ann}/referrers${draft}`))).data.length, 1)
  await ask(200, pia('POST', `/api/author/${ann}/publish`))
  t.strictSame(titles(await ask(200, vic('GET', '/api/post?_filter[author.name][eq]=Ann'))), ['A'])
  t.strictSame((await ask(200, pia('POST', `/api/author/${ann}/unpublish`))).referrers, [a])

  // a draft takes what something public still has; both swap at once
  await ask(200, eva('PATCH', `/api/post/${a}`, { slug: 'x' }))
  await ask(200, eva('PATCH', `/api/post/${b}`, { slug: 'a' }))
  const held = await ask(409, pia('POST', `/api/post/${b}/publish`))
  t.match(held, { message: /^slug: / })
  t.match((await pia('POST', `/api/post/${b}/publish`, {}, { accept: 'application/problem+json' })).json(), {
    code: 'not-unique',
  })
  const heldToo = await ask(409, pia('POST', '/api/_publish', items('publish', b)))
  t.match(heldToo.message, /^items\[0\]: slug: /)
  const problem = { accept: 'application/problem+json' }
  t.match((await pia('POST', '/api/_publish', items('publish', b), problem)).json(), {
    code: 'not-unique',
    resource: { id: a },
  })
  t.match((await ask(200, pia('POST', '/api/_publish?dry_run=true', items('publish', b)))).problems, [
    { index: 0, id: b, code: 'not-unique' },
  ])
  t.match(
    (await ask(409, pia('POST', '/api/_publish', items('discard', await make('post', {}))))).message,
    /^items\[0\]: /,
  )

  // the draft that has a value is named to those who may modify it
  const [unseen, granted] = [await make('post', { slug: 'unseen' }), await make('post', {})]
  const grant = { agent_id: 'urn:user:vic', actions: ['odrl:modify'] }
  await ask(201, root('POST', `/api/post/${granted}/permissions`, grant))
  const taken = async (who: Ask) => (await who('PATCH', `/api/post/${granted}`, { slug: 'unseen' }, problem)).json()
  t.match(await taken(eva), { code: 'not-unique', resource: { id: unseen } })
  const told = await taken(vic)
  t.equal(told.code, 'not-unique')
  t.notOk('resource' in told)

  // what saving leaves out is checked for publishing
  await ask(200, eva('POST', '/api/post/_check', { slug: 'n' }))
  await ask(200, eva('POST', '/api/post/_check?for=save', { slug: 'n' }))
  t.match((await ask(400, eva('POST', '/api/post/_check?for=publish', { slug: 'n' }))).message, /title/)
  await ask(400, eva('POST', '/api/post/_check?for=other', { slug: 'n' }))
  await ask(200, eva('POST', '/api/post/_check?for=publish', { title: 'N', slug: 'n' }))
  for (const action of ['update', 'replace']) {
    const check = `/api/post/${b}/_check?action=${action}`
    const body = { title: null, slug: 'y' }
    const headers = action === 'update' ? { 'content-type': 'application/merge-patch+json' } : {}
    if (action === 'update') await ask(200, eva('POST', check, body, headers))
    t.match((await ask(400, eva('POST', `${check}&for=publish`, body, headers))).message, /title/)
    t.match(
      (await ask(409, eva('POST', `${check}&for=publish`, { title: 'B', slug: 'a' }, headers))).message,
      /^slug: /,
    )
  }
  t.match(await ask(200, eva('GET', `/api/post/${b}${draft}`)), { sequence_no: 2, published_no: 1 })
  await ask(200, eva('PATCH', `/api/post/${a}`, { slug: 'b' }))
  t.strictSame((await ask(200, pia('POST', '/api/_publish?dry_run=true', items('publish', b, a)))).problems, [])
  await ask(200, pia('POST', '/api/_publish', items('publish', b, a)))
  t.match((await ask(200, vic('GET', '/api/post?_filter[slug][eq]=a'))).data, [{ id: b }])

  // a value that one gives up because it is not public any more is free for the others of the set, in any order
  const [g, h] = [await make('post', { title: 'G', slug: 'g' }), await make('post', { title: 'H', slug: 'h' })]
  await ask(200, pia('POST', '/api/_publish', items('publish', g, h)))
  await ask(200, eva('PATCH', `/api/post/${h}`, { slug: 'i' }))
  await ask(200, eva('PATCH', `/api/post/${g}`, { slug: 'h' }))
  const instead = {
    items: [
      { id: g, action: 'publish' },
      { id: h, action: 'unpublish' },
    ],
  }
  t.strictSame((await ask(200, pia('POST', '/api/_publish?dry_run=true', instead))).problems, [])
  t.match((await ask(200, pia('POST', '/api/_publish', instead))).results, [
    { id: g, publication: 'published' },
    { id: h, published_no: null, publication: 'draft' },
  ])
  t.match((await ask(200, vic('GET', '/api/post?_filter[slug][eq]=h'))).data, [{ id: g }])
  await ask(404, vic('GET', `/api/post/${h}`))
  await ask(200, pia('POST', '/api/_publish', items('publish', h)))

  // several that are public already
  for (const id of [g, h]) await ask(200, eva('PATCH', `/api/post/${id}`, { size: 1 }))
  await ask(200, eva('POST', '/api/_publish', items('discard', g, h)))
  const edits = [g, h].map(id => ({ op: 'patch', id, data: { size: 2 } }))
  await ask(200, pia('POST', '/api/post/_bulk?publish=true', { operations: edits }))
  for (const id of [g, h]) t.match(await ask(200, vic('GET', `/api/post/${id}`)), { data: { '@graph': [{ size: 2 }] } })

  // what is written in bulk is a draft, or public for those who may publish
  const operations = [{ op: 'create', data: { title: 'D', slug: 'd' } }]
  const [plain] = (await ask(200, eva('POST', '/api/post/_bulk', { operations }))).results
  await ask(404, vic('GET', `/api/post/${plain.id}`))
  const others = [{ op: 'create', data: { title: 'E', slug: 'e' } }]
  await ask(403, eva('POST', '/api/post/_bulk?publish=true', { operations: others }))
  const [open] = (await ask(200, pia('POST', '/api/post/_bulk?publish=true', { operations: others }))).results
  t.match(await ask(200, vic('GET', `/api/post/${open.id}`)), { published_no: 1, published_by: 'urn:user:pia' })
  t.match(open.etag, /\.p1"$/)

  // rows of an import are drafts too, which may lack what is required
  for (const [query, loaded] of [
    ['dry_run=true', 1],
    ['dry_run=true&publish=true', 0],
    ['', 1],
  ] as const)
    t.match((await pia('POST', `/api/post/_import?${query}`, [{ slug: 'imported' }])).body, `"loaded":${loaded}`)

  // a merge stores null where the type requires the property and allows null, although drafts may lack it
  const due = { type: ['string', 'null'] }
  const plan = { type: 'object', required: ['due'], properties: { due } }
  const properties = { code: { ...text, 'x-unique': true }, due, plan }
  const memo = { type: 'object', 'x-drafts': true, required: ['code', 'due'], properties }
  await ask(201, root('POST', '/api/resource-types', { name: 'Memo', slug: 'memo', schema: memo }))
  const { id: m } = await ask(201, pia('POST', '/api/memo', { code: 'M', due: 'now', plan: { due: 'now' } }))
  const nothingDue = { due: null, plan: { due: null } }
  t.match(await ask(200, eva('PATCH', `/api/memo/${m}`, nothingDue)), { data: { '@graph': [nothingDue] } })
  t.match(await ask(200, pia('POST', `/api/memo/${m}/publish`)), { data: { '@graph': [nothingDue] } })
  const again = await eva('POST', '/api/memo/_import?key=code&update=true', [{ code: 'M', ...nothingDue }])
  t.match(again.body, '"there":1')
  t.notOk(
    'code' in (await ask(200, eva('PATCH', `/api/memo/${m}`, { code: null }))).data['@graph'][0],
    'a draft lacks it',
  )

  // two publish at once: both are told what is public
  await ask(200, eva('PATCH', `/api/post/${a}`, { title: 'A2' }))
  const both = await Promise.all([pia('POST', `/api/post/${a}/publish`), root('POST', `/api/post/${a}/publish`)])
  t.strictSame(
    both.map(({ statusCode }) => statusCode),
    [200, 200],
  )
  t.equal(both[0].json().published_no, both[1].json().published_no)

  // archiving ends the publication and frees the values; restoring brings back a draft
  await ask(204, eva('DELETE', `/api/post/${b}`))
  await ask(404, vic('GET', `/api/post/${b}`))
  t.match((await ask(200, eva('GET', '/api/post?status=archived'))).data, [
    { id: b, publication: 'draft', published_no: null },
  ])
  t.match(await ask(200, eva('POST', `/api/post/${b}/restore`)), { publication: 'draft', published_no: null })
  await ask(404, vic('GET', `/api/post/${b}`))
  await ask(200, eva('PATCH', `/api/post/${b}`, { slug: 'c' }))
  const c = await make('post', { title: 'C', slug: 'a' })
  await ask(200, pia('POST', `/api/post/${c}/publish`))
  const ended = await ask(200, root('GET', `/api/events?subject=${encodeURIComponent(b)}&type=Resource.Unpublished`))
  t.equal(ended.data.length, 1)

  // a copy of what is public is a draft, and the description of the API knows both
  const copied = await ask(201, eva('POST', '/api/post', { title: 'A', size: 2 }))
  t.match(copied, { publication: 'draft', published_no: null })
  const { components } = await ask(200, root('GET', '/api/openapi.json'))
  t.notOk('required' in components.schemas.PostInput, 'drafts lack what publishing requires')
  t.match(Object.keys(components.schemas.PostItem.properties), /publication/)

  // who sees what is public alone sees nothing of a shared view of drafts; an owner sees the own drafts
  const view = { type_slug: 'post', name: 'Drafts', shared: true, query: { perspective: 'draft', q: 'A' } }
  await ask(201, root('POST', '/api/views', view))
  const [shared] = (await ask(200, vic('GET', '/api/views'))).data
  const asked = new URLSearchParams(shared.query).toString()
  t.strictSame((await ask(200, vic('GET', `/api/post?${asked}`))).data, [])
  t.ok((await ask(200, eva('GET', `/api/post?${asked}`))).data.length > 0)
  await ask(201, pia('POST', '/api/author', { name: 'of pia' }))
  people['eva'] = { role: 'none' }
  const own = (await ask(200, eva('GET', `/api/author${draft}`))).data
  t.ok(own.length > 0)
  t.ok(
    own.every((one: Body) => one.created_by === 'urn:user:eva'),
    'the own ones',
  )
  t.strictSame(
    (await ask(200, eva('GET', `/api/author${draft}&q=ann`))).data.map((one: Body) => one.id),
    [ann],
  )
  people['eva'] = { role: 'editor' }

  // an older version restored is a change
  await ask(200, eva('PUT', `/api/post/${a}`, { title: 'A' }))
  t.equal((await ask(200, eva('GET', `/api/post/${a}${draft}`))).publication, 'changed')

  // a reference that is public keeps its target, although the draft has dropped it
  const held2 = {
    type: 'object',
    'x-drafts': true,
    properties: { to: { ...text, 'x-resource-type': 'author', 'x-on-archive': 'restrict' } },
  }
  await ask(201, root('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema: held2 }))
  const book = await make('book', { to: ann })
  await ask(200, pia('POST', `/api/book/${book}/publish`))
  t.match((await ask(409, eva('DELETE', `/api/author/${ann}`))).message, /book: 1/)
  await ask(200, eva('PUT', `/api/book/${book}`, {}))
  t.match((await ask(409, eva('DELETE', `/api/author/${ann}`))).message, /book: 1/)
  t.match((await ask(200, eva('DELETE', `/api/author/${ann}?dry_run=true`))).problems, [
    { kind: 'referred-to', property: 'to', count: 1, ids: [book] },
  ])
  await ask(200, pia('POST', `/api/book/${book}/unpublish`))
  await ask(204, eva('DELETE', `/api/author/${ann}`))
  const referring = await make('post', { title: 'R', author: await make('author', { name: 'Cy' }) })
  const { author: lost } = (await ask(200, eva('GET', `/api/post/${referring}${draft}`))).data['@graph'][0]
  await ask(204, eva('DELETE', `/api/author/${lost}`))
  const renamed = { op: 'patch', id: referring, data: { title: 'R2' } }
  const check = (query: string): Promise<Answer> =>
    eva(
      'POST',
      `/api/post/${referring}/_check?action=update${query}`,
      { title: 'R2' },
      { 'content-type': 'application/merge-patch+json' },
    )
  await ask(200, check(''))
  t.match((await ask(400, check('&for=publish'))).message, /author/)
  t.match((await ask(400, pia('POST', '/api/post/_bulk?publish=true', { operations: [renamed] }))).message, /author/)
  t.match(
    (await ask(400, pia('POST', `/api/post/${a}/publish`, { sequence_no: 1 }))).message,
    /author/,
    'what it refers to must be there',
  )
})

onStoreOfRun('a type with resources gets drafts, and loses them', async (t, url) => {
  const { root, eva, pia, vic } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: text, status: { type: ['string', 'null'] } },
  }
  const type = await ask(201, root('POST', '/api/resource-types', { name: 'Memo', slug: 'memo', schema }))
  const at = `/api/resource-types/${type.id}`
  for (const data of [{ name: 'a' }, { name: 'b', status: 'unpublished' }, { name: 'c', status: 'x' }])
    await ask(201, eva('POST', '/api/memo', data))
  t.strictSame(Object.keys((await ask(200, vic('GET', '/api/memo?limit=1'))).data[0]).includes('publication'), false)
  await ask(400, vic('GET', '/api/memo?_filter[publication][eq]=draft'))
  await ask(200, vic('GET', `/api/memo${draft}`))
  t.match(
    (await ask(409, pia('POST', `/api/memo/${(await ask(200, eva('GET', '/api/memo'))).data[0].id}/publish`))).message,
    /x-drafts/,
  )
  const on = { schema: { 'x-drafts': true } }
  t.match(await ask(200, root('PATCH', `${at}?dry_run=true`, on)), {
    compatible: true,
    drafts: { published: 2, draft: 1 },
  })
  t.equal((await ask(200, vic('GET', '/api/memo'))).data.length, 3, 'nothing was changed')
  t.match(await ask(200, root('PATCH', at, on)), { drafts: { published: 2, draft: 1 } })
  t.strictSame(
    (await ask(200, vic('GET', '/api/memo?sort_by=name'))).data.map(({ data }: Body) => data['@graph'][0].name),
    ['a', 'c'],
  )
  const hidden = (await ask(200, eva('GET', `/api/memo${draft}&_filter[publication][eq]=draft`))).data[0]
  t.match(hidden, { publication: 'draft', sequence_no: 1 })
  const first = (await ask(200, eva('GET', `/api/memo${draft}&_filter[name][eq]=a`))).data[0]
  t.match(first, { publication: 'published', published_no: 1, published_by: 'urn:user:root' })
  await ask(200, eva('PATCH', `/api/memo/${first.id}`, { name: 'a2' }))
  const refused = await ask(409, root('PATCH', at, { schema: { 'x-drafts': null } }))
  t.match(refused.message, new RegExp(first.id))
  const dry = await ask(200, root('PATCH', `${at}?dry_run=true`, { schema: { 'x-drafts': null } }))
  t.match(dry, { compatible: false, problems: [{ kind: 'unpublished-changes', count: 2 }] })
  t.strictSame(dry.problems[0].ids.toSorted(), [first.id, hidden.id].toSorted())
  await ask(200, root('PATCH', `${at}?force=true`, { schema: { 'x-drafts': null } }))
  t.equal((await ask(200, vic('GET', '/api/memo?_filter[name][eq]=a2'))).data.length, 1)
  await ask(200, root('PATCH', at, on))
  t.equal((await ask(200, vic('GET', '/api/memo?_filter[name][eq]=a2'))).data.length, 1)
  t.match(
    await ask(200, root('PATCH', at, { schema: { properties: { size: { type: 'number', 'x-index': true } } } })),
    { slug: 'memo' },
  )
  // what is public counts too, where the draft differs
  const [one, two] = [
    (await ask(201, eva('POST', '/api/memo', { name: 'p', extra: 'x', code: 'k' }))).id,
    (await ask(201, eva('POST', '/api/memo', { name: 'q', extra: 1, code: 'k' }))).id,
  ]
  for (const id of [one, two]) await ask(200, pia('POST', `/api/memo/${id}/publish`))
  await ask(200, eva('PATCH', `/api/memo/${one}`, { extra: 5, code: 'l' }))
  const stricter = { extra: { type: 'number', 'x-index': true }, code: { ...text, 'x-unique': true } }
  t.match((await ask(200, root('PATCH', `${at}?dry_run=true`, { schema: { properties: stricter } }))).problems, [
    { kind: 'type-changed', property: 'extra', count: 1, ids: [one] },
    { kind: 'not-unique', property: 'code', count: 2 },
  ])
  await ask(200, eva('PATCH', `/api/memo/${two}`, { size: 1 }))
  t.match(
    (await ask(200, root('PATCH', `${at}?dry_run=true`, { schema: { required: ['name', 'code', 'size'] } }))).problems,
    [
      { kind: 'invalid', property: 'code', count: 2 },
      { kind: 'invalid', property: 'size', count: 4, ids: { length: 4 } },
    ],
    'of drafts nothing is required',
  )
  for (const query of ['dry_run=true&convert=true', 'convert=true'])
    t.match(
      (await ask(409, root('PATCH', `${at}?${query}`, { schema: { properties: { size: text } } }))).message,
      /with x-drafts are not converted/,
      query,
    )
  await ask(400, root('PATCH', '/api/resource-types/person', { schema: { 'x-drafts': true } }))
  await ask(400, root('PATCH', at, { schema: { 'x-drafts': 'yes' } }))
})

onStoreOfRun('schedules of a resource run in the order of their times, also when one is late', async (t, url) => {
  const { app, eva, pia, vic, root } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  const { id } = await ask(201, eva('POST', '/api/author', { name: 'Ann' }))
  const at = new Date(Math.ceil(Date.now() / 1_000 + 1) * 1_000).toISOString().replace('.000Z', 'Z')
  const first = await ask(201, pia('POST', `/api/author/${id}/schedule`, { action: 'publish', at }))
  await ask(201, pia('POST', `/api/author/${id}/schedule`, { action: 'unpublish', at }))
  const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
  const { write } = store
  let refused = 0
  store.write = async operations => {
    const isOfFirst = operations.some(one => one.kind === 'replace' && one.document.id === first.id)
    if (isOfFirst && refused++ === 0) throw new StoreUnavailable() // it is tried again later
    return write.call(store, operations)
  }
  const states = async (): Promise<unknown[]> =>
    (await ask(200, eva('GET', `/api/author/${id}/schedule`))).data.map((one: Body) => [one.action, one.state])
  await until(async () => (await states()).join() === 'publish,done,unpublish,done')
  t.ok(refused > 0)
  await ask(404, vic('GET', `/api/author/${id}`))
  const events = (await ask(200, root('GET', `/api/events?subject=${encodeURIComponent(id)}`))).data
  t.strictSame(
    events.map((event: Body) => event.type),
    ['Resource.Unpublished', 'Resource.Published', 'Resource.Created'],
  )
})

onStoreOfRun('a version is published at its time, with the rights of that time', async (t, url) => {
  const { root, eva, pia, vic, people } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  const { id } = await ask(201, eva('POST', '/api/author', { name: 'Ann' }))
  const at = `/api/author/${id}/schedule`
  const soon = (): string =>
    new Date(Math.ceil((Date.now() + 1_000) / 1_000) * 1_000).toISOString().replace('.000Z', 'Z')
  const noSeconds = ['2099-01-01', '2099-01-01T00:00:00.5Z', '2099-01-01T00:00:00', '2099-01-01 00:00:00Z']
  const notThere = ['2020-01-01T00:00:00Z', '2099-02-29T00:00:00Z', '2099-01-01T24:00:00Z', '2099-01-01T23:59:60Z']
  for (const wrong of [...noSeconds, ...notThere]) await ask(400, pia('POST', at, { action: 'publish', at: wrong }))
  await ask(403, eva('POST', at, { action: 'publish', at: '2099-01-01T00:00:00Z' }))
  await ask(404, pia('POST', at, { action: 'publish', at: '2099-01-01T00:00:00Z', sequence_no: 7 }))
  const later = await ask(201, pia('POST', at, { action: 'unpublish', at: '2099-01-01T01:00:00+01:00' }))
  t.match(later, { state: 'waiting', at: '2099-01-01T00:00:00Z', sequence_no: null, created_by: 'urn:user:pia' })
  await ask(409, pia('POST', at, { action: 'unpublish', at: '2099-01-01T00:00:00Z' }))
  const first = await ask(201, pia('POST', at, { action: 'publish', at: soon() }))
  t.match(first, { sequence_no: 1, message: null })
  await ask(200, eva('PATCH', `/api/author/${id}`, { name: 'Ada' }))
  t.equal((await ask(200, eva('GET', '/api/schedules'))).data.length, 2)
  const ofVic = '/api/schedules?limit=1&count=true'
  t.match(await ask(200, vic('GET', ofVic)), { data: [], cursor: '', has_more: false, total: 0 })
  // of some resources alone: what is before and after theirs is not told by cursors and numbers
  const granted = (await ask(201, eva('POST', '/api/author', { name: 'Cid' }))).id
  const unseen = (await ask(201, eva('POST', '/api/author', { name: 'Dan' }))).id
  const on = (author: string, day: string) =>
    ask(201, pia('POST', `/api/author/${author}/schedule`, { action: 'publish', at: `2098-01-${day}T00:00:00Z` }))
  for (const day of ['01', '03', '05']) await on(unseen, day)
  for (const day of ['02', '04']) await on(granted, day)
  const grant = { agent_id: 'urn:user:vic', actions: ['odrl:modify'] }
  await ask(201, root('POST', `/api/author/${granted}/permissions`, grant))
  const page = await ask(200, vic('GET', ofVic))
  t.match(page, { data: [{ at: '2098-01-02T00:00:00Z', resource_id: granted }], has_more: true, total: 2 })
  const last = await ask(200, vic('GET', `${ofVic}&cursor=${page.cursor}`))
  t.match(last, { data: [{ at: '2098-01-04T00:00:00Z' }], cursor: '', has_more: false })
  t.equal((await ask(200, eva('GET', ofVic))).total, 7)
  for (const author of [granted, unseen]) await ask(204, eva('DELETE', `/api/author/${author}`))
  await ask(204, pia('DELETE', `${at}/${later.id}`))
  await ask(404, pia('DELETE', `${at}/${later.id}`))
  const stateOf = async (schedule: string): Promise<Body> =>
    (await ask(200, eva('GET', at))).data.find((one: Body) => one.id === schedule)
  await until(async () => (await stateOf(first.id)).state === 'done')
  const seen = await ask(200, vic('GET', `/api/author/${id}`))
  t.match(seen, { published_no: 1, published_by: 'urn:user:pia' })
  t.equal(seen.data['@graph'][0].name, 'Ann')
  // what is archived has no schedules any more
  const gone = (await ask(201, eva('POST', '/api/author', { name: 'Bea' }))).id
  const ofGone = `/api/author/${gone}/schedule`
  const cancelled = await ask(201, pia('POST', ofGone, { action: 'publish', at: '2099-01-01T00:00:00Z' }))
  await ask(204, eva('DELETE', `/api/author/${gone}`))
  await ask(404, pia('POST', ofGone, { action: 'publish', at: '2099-01-01T00:00:00Z' }))
  t.strictSame((await ask(200, eva('GET', '/api/schedules'))).data, [])
  await ask(200, eva('POST', `/api/author/${gone}/restore`))
  t.strictSame((await ask(200, eva('GET', ofGone))).data, [])
  await ask(404, pia('DELETE', `${ofGone}/${cancelled.id}`))
  // the schema is stricter meanwhile
  const plain = (await ask(201, eva('POST', '/api/post', { title: 'P' }))).id
  const stricter = await ask(201, root('POST', `/api/post/${plain}/schedule`, { action: 'publish', at: soon() }))
  await ask(200, root('PATCH', '/api/resource-types/post', { schema: { required: ['title', 'size'] } }))
  // the right is lost meanwhile
  const second = await ask(201, pia('POST', at, { action: 'publish', at: soon() }))
  const { roles } = await ask(200, root('GET', '/api/settings/role-access'))
  await ask(200, root('PUT', '/api/settings/role-access', { roles: { ...roles, publisher: { '*': ['odrl:read'] } } }))
  await until(async () => (await stateOf(second.id)).state === 'failed')
  t.match((await stateOf(second.id)).message, /odrl:/)
  const refused = async (): Promise<Body> => (await ask(200, eva('GET', `/api/post/${plain}/schedule`))).data[0]
  await until(async () => (await refused()).state === 'failed')
  t.match(await refused(), { id: stricter.id, message: /size/ })
  await ask(204, root('DELETE', `/api/post/${plain}/schedule/${stricter.id}`))
  const failed = async (): Promise<Body> => (await ask(200, eva('GET', '/api/schedules?state=open'))).data
  t.match(await failed(), [{ id: second.id, state: 'failed' }])
  t.strictSame((await ask(200, eva('GET', `${at}?state=waiting`))).data, [])
  await ask(400, eva('GET', '/api/schedules?state=late'))
  await ask(404, root('DELETE', `${at}/${first.id}`))
  await ask(204, root('DELETE', `${at}/${second.id}`))
  t.strictSame(await failed(), [], 'what failed is dismissed')
  t.match(await ask(200, vic('GET', `/api/author/${id}`)), { published_no: 1 })
  // its user works in another account meanwhile
  await ask(200, root('PUT', '/api/settings/role-access', { roles }))
  const third = await ask(201, pia('POST', at, { action: 'publish', at: soon() }))
  people['pia'] = { role: 'publisher', account: 'urn:account:second' }
  await until(async () => (await stateOf(third.id)).state === 'failed')
  t.match(await ask(200, vic('GET', `/api/author/${id}`)), { published_no: 1 })
})

onStoreOfRun('the site shows what is public at once, and drafts to editors in a session', async (t, url) => {
  const { root, eva, pia, vic, as } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  await ask(200, root('POST', '/api/resource-types/presets/website?drafts=true'))
  const { schema } = await ask(200, root('GET', '/api/resource-types/article'))
  t.match(schema, { 'x-drafts': true, properties: { status: { 'x-show-if': false } } }, 'forms do not ask for it')
  const body = '<!doctype html><html lang="en"><head></head><body>'
  const frame = (inner: string): object => ({ name: 'T', templateBody: `${body}${inner}</body></html>` })
  const heading = await ask(201, root('POST', '/api/web-page-template', frame('<h1 data-svc-slot="headline">x</h1>')))
  const about = await ask(
    201,
    eva('POST', '/api/web-page', { name: 'A', slug: 'about-us', headline: 'One', template: heading.id }),
  )
  const at = `/api/web-page/${about.id}`
  const open = async (query = '', visit: Ask = vic): Promise<Answer> =>
    visit('GET', `/site/about-us${query}`, undefined, { accept: 'text/html' })
  const post = await ask(201, eva('POST', '/api/blog-post', { headline: 'Hello', slug: 'hello' }))
  const has = async (path: string, words: string): Promise<boolean> => (await vic('GET', path)).body.includes(words)
  t.equal((await open()).statusCode, 404)
  t.notOk(await has('/site/feed.xml', 'Hello'))
  await ask(200, pia('POST', `${at}/publish`))
  await ask(200, pia('POST', `/api/blog-post/${post.id}/publish`))
  t.match((await open()).body, /One/)
  t.ok(await has('/site/feed.xml', 'Hello'))
  t.ok(await has('/site/sitemap.xml', '<url>'))
  await ask(200, eva('PATCH', at, { headline: 'Two' }))
  t.match((await open()).body, /One/)

  const seen = await open(draft, eva)
  t.match(seen.body, new RegExp(`data-svc-slot="headline"[^>]*>Two`), 'an element leads to its field')
  t.match(seen.headers, {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': /frame-ancestors 'self'/,
  })
  for (const visit of [vic, as('nobody')]) {
    const other = await open(draft, visit)
    t.match(other.body, /One/)
    t.equal(other.headers['cache-control'], 'public, no-cache')
  }
  t.match((await open('', eva)).body, /One/)
  await ask(200, pia('POST', `${at}/publish`))
  t.match((await open()).body, /Two/, 'at once')
  const soon = `${new Date(Date.now() + 2_000).toISOString().slice(0, 19)}Z`
  await ask(201, pia('POST', `${at}/schedule`, { action: 'unpublish', at: soon }))
  await until(async () => (await open()).statusCode === 404)
  await ask(200, pia('POST', `/api/blog-post/${post.id}/unpublish`))
  t.equal((await open()).statusCode, 404)
  t.match((await open(draft, eva)).body, /Two/)
  const list = frame('<p data-svc-entity="BlogPosting" data-svc-list="5"><b data-svc-slot="headline">x</b></p>')
  const blog = await ask(201, root('POST', '/api/web-page-template', list))
  const live = { type_slug: 'web-page', data: { name: 'Blog', slug: 'blog', template: blog.id } }
  const previewed = async (visit: Ask): Promise<string> =>
    (await ask(200, visit('POST', '/api/site/preview', live, { accept: 'application/json' }))).html
  t.match(await previewed(eva), /Hello/, 'beside a form the drafts around it are shown')
  t.notOk(await has('/site/feed.xml', 'Hello'))
  t.notOk(await has('/site/sitemap.xml', '<url>'))
})

onStoreOfRun('a link shows the draft of one page to anybody, while its maker may modify it', async (t, url) => {
  const { root, eva, pia, vic, as, people } = await stage(t, url)
  const ask = expect.bind(undefined, t)
  await ask(200, root('POST', '/api/resource-types/presets/website?drafts=true'))
  const list = `<div data-svc-entity="BlogPosting" data-svc-list="5"><p data-svc-slot="headline">x</p></div>`
  const templateBody = `<!doctype html><html lang="en"><head></head><body><h1 data-svc-slot="headline">x</h1>${list}</body></html>`
  const template = (await ask(201, root('POST', '/api/web-page-template', { name: 'T', templateBody }))).id
  const page = { name: 'A', slug: 'about-us', headline: 'One', template }
  const { id } = await ask(201, eva('POST', '/api/web-page', page))
  const at = `/api/web-page/${id}`
  const post = (await ask(201, eva('POST', '/api/blog-post', { headline: 'Seen', slug: 'seen' }))).id
  await ask(200, pia('POST', `/api/blog-post/${post}/publish`))
  await ask(200, eva('PATCH', `/api/blog-post/${post}`, { headline: 'Unseen' }))
  await ask(201, eva('POST', '/api/blog-post', { headline: 'Unseen', slug: 'unseen' }))

  for (const expires_in of [59, 30 * 86_400 + 1, 60.5, '600', undefined])
    await ask(400, eva('POST', `${at}/preview-links`, { expires_in }))
  await ask(403, vic('POST', `${at}/preview-links`, { expires_in: 60 }))
  await ask(404, eva('POST', '/api/web-page/none/preview-links', { expires_in: 60 }))
  await ask(404, eva('POST', '/api/none/1/preview-links', { expires_in: 60 }))
  const ofTemplate = await ask(
    409,
    root('POST', `/api/web-page-template/${template}/preview-links`, { expires_in: 60 }),
  )
  t.match(ofTemplate.message, /x-drafts/)
  const lone = (await ask(201, eva('POST', '/api/author', { name: 'Ann' }))).id
  t.match((await ask(409, eva('POST', `/api/author/${lone}/preview-links`, { expires_in: 60 }))).message, /no page/)
  const acting = as('eva', { impersonator: 'urn:user:root' })
  await ask(403, acting('POST', `${at}/preview-links`, { expires_in: 60 }))

  const link = await ask(201, eva('POST', `${at}/preview-links`, { expires_in: 600 }))
  t.ok(Math.abs(Date.parse(link.expires_at) - Date.now() - 600_000) < 10_000)
  const open = (path: string): Promise<Answer> => as('nobody')('GET', path, undefined, { accept: 'text/html' })
  const seen = await open(link.url)
  t.match(seen.body, />One</)
  t.match(seen.body, />Seen</)
  t.notMatch(seen.body, /Unseen|data-svc-/)
  t.match(seen.headers, {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': /frame-ancestors 'self'/,
  })
  t.equal(seen.headers.etag, undefined)
  await ask(200, eva('PATCH', at, { headline: 'Two', slug: 'moved' }))
  t.match((await open(link.url)).body, />Two</, 'the latest draft, whatever its address')
  t.equal((await open('/site/about-us')).statusCode, 404)
  t.notMatch((await open('/site/sitemap.xml')).body, /_preview|moved/)

  const forged = [`${link.url}A`, link.url.replace(/.{4}$/, 'AAAA'), '/site/_preview/x']
  for (const path of forged) t.equal((await open(path)).statusCode, 404, path)
  await ask(204, eva('DELETE', at))
  t.equal((await open(link.url)).statusCode, 404, 'archived')
  await ask(200, eva('POST', `${at}/restore`))
  t.equal((await open(link.url)).statusCode, 200)
  people['eva'] = { role: 'editor', status: 'disabled' }
  const ended = await open(link.url)
  t.equal(ended.statusCode, 404)
  t.equal(ended.headers['cache-control'], 'private, no-store')
  const other = await ask(201, pia('POST', `${at}/preview-links`, { expires_in: 600 }))
  people['pia'] = { role: 'viewer' }
  t.equal((await open(other.url)).statusCode, 404, 'the right is lost')
  people['pia'] = { role: 'editor', account: 'urn:account:second' }
  t.equal((await open(other.url)).statusCode, 404, 'its maker works in another account now')
  people['pia'] = { role: 'editor' }
  t.equal((await open(other.url)).statusCode, 200)
  movableClock(t).pass(600_000)
  t.equal((await open(other.url)).statusCode, 404, 'over')
})
