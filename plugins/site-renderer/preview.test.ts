import { onAnyStore } from '../../testing/internal/each-store.ts'
import { signedInOnAnyStore } from '../../testing/internal/signed-in.ts'
import { inner, testSite } from './testing.ts'

const document = (body: string): string => `<!doctype html><html lang="en"><head></head><body>${body}</body></html>`

onAnyStore('the preview shows unsaved data, and stores nothing', async (t, app) => {
  const site = await testSite(app)
  const theme = await site.create('theme', { name: 'T', styles: 'p { color: red }' })
  await site.create('web-site', { name: 'Site', theme })
  const article = '<article id="all" data-svc-entity="BlogPosting"><h1 id="h" data-svc-slot="headline"></h1></article>'
  const { page, template } = await site.page('post', document(`<p id="n" data-svc-slot="name"></p>${article}`))
  const id = await site.create('blog-post', { status: 'published', headline: 'Stored', slug: 'stored' })
  const preview = (type_slug: string, data: object, more: object = {}) =>
    app.request('POST', '/api/site/preview', { type_slug, data, ...more })

  const types = (await app.request('GET', '/api/site/types')).json<{ data: { type_slug: string }[] }>().data
  const shown = new Set(types.map(({ type_slug }) => type_slug))
  for (const slug of ['blog-post', 'theme', 'web-page', 'web-page-template']) t.ok(shown.has(slug), slug)
  t.notOk(shown.has('faq'), 'no page shows resources of this type')
  const addressesOf = async (urn: string) =>
    (await app.request('GET', `/api/site/addresses?id=${urn}`)).json<{ data: { path: string }[] }>().data
  const paths = [await addressesOf(id), await addressesOf(template), await addressesOf('urn:blog-post:none')]
  t.match(paths, [[{ path: '/post/stored' }], [], []], 'the address of a single resource')
  t.match(await addressesOf(page), [{ path: '/post' }])

  const own = await preview('blog-post', { headline: 'Draft <1>', status: 'unpublished' }, { id })
  t.equal(own.statusCode, 200)
  t.match(own.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': /frame-ancestors 'self'.*sandbox allow-same-origin/,
  })
  t.equal(inner(own.body, 'h'), 'Draft &lt;1&gt;')
  t.match(own.body, `data-svc-resource="${id}"`, 'elements are marked with their binding')
  t.match(own.body, /<h1[^>]*data-svc-slot="headline"/)
  t.equal(inner((await preview('blog-post', { headline: 'New' })).body, 'h'), 'New', 'one that does not exist yet')
  const named = await preview(
    'web-page',
    { name: 'Renamed', slug: 'post', template },
    { id: page, path: '/post/stored' },
  )
  t.match([inner(named.body, 'n'), inner(named.body, 'h')], ['Renamed', 'Stored'])
  const other = document('<b id="n" data-svc-slot="name"></b>')
  t.equal(
    inner((await preview('web-page-template', { name: 'x', templateBody: other }, { id: template })).body, 'n'),
    'post',
  )
  const alone = await preview('web-page-template', { name: 'Alone', templateBody: other })
  t.equal(inner(alone.body, 'n'), 'Alone', 'a template that no page uses')
  const styled = await preview(
    'theme',
    { name: 'T', styles: 'p { color: blue }</style><script>' },
    { id: theme, path: '/post' },
  )
  t.match(styled.body, '<style>p { color: blue }\\3c /style>')
  t.match(styled.headers['content-security-policy'], /style-src 'self'.* 'sha256-/)
  t.equal(inner((await site.open('/site/post')).body, 'h'), 'Stored', 'the site is unchanged')

  const draft = JSON.stringify({ type_slug: 'blog-post', data: { headline: 'By a form' } })
  const form = await app.app.inject({
    method: 'POST',
    url: '/api/site/preview',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ draft }).toString(),
  })
  t.equal(inner(form.body, 'h'), 'By a form')
  for (const [body, status] of [
    [{ type_slug: 'none', data: {} }, 404],
    [{ type_slug: 'blog-post' }, 400],
    [{ type_slug: 'blog-post', data: [] }, 400],
    [{ type_slug: 'blog-post', data: {}, more: 1 }, 400],
    [{ type_slug: 'web-page', data: { template: 'urn:web-page-template:none' } }, 404],
  ] as const) {
    t.equal((await app.request('POST', '/api/site/preview', body)).statusCode, status, JSON.stringify(body))
  }
})

onAnyStore('the preview reports what does not work in a draft, at its line', async (t, app) => {
  const site = await testSite(app)
  const fragments = {
    layout: '<!doctype html><html><body><main data-svc-fragment="content"></main></body></html>',
    unused: '<p data-svc-fragment="other"></p>',
    other: '<p>\n<b data-svc-fragment="unused"></b></p>',
  }
  const theme = await site.create('theme', { name: 'T', styles: 'a { color: red }\nb { color red }\np {', fragments })
  await site.create('web-site', { name: 'Site', theme })
  const ask = async (type_slug: string, data: object, id?: string) => {
    const answer = await app.request(
      'POST',
      '/api/site/preview',
      { type_slug, data, ...(id !== undefined && { id }) },
      { accept: 'application/json' },
    )
    t.equal(answer.statusCode, 200, answer.body)
    t.match(answer.headers['content-type'], /^application\/json/)
    return answer.json<{ html: string; problems: Record<string, unknown>[] }>()
  }
  const place = ({ kind, field, fragment, line, column, count }: Record<string, unknown>): string =>
    `${String(kind)} ${String(fragment ?? field)} ${String(line)}:${String(column)} ×${String(count)}`
  const templateBody = `<div>\n  <b data-svc-slot="nme"></b>\n<section><p data-svc-entity="Nothing"></p>${'\n<i data-svc-slot="nme"></i>'.repeat(40)}`
  const drafted = await ask('web-page-template', { name: 'Draft', templateBody })
  t.match(drafted.html, /<!DOCTYPE html>/i)
  const own = drafted.problems.filter(({ id }) => id === 'urn:web-page-template:draft')
  t.strictSame(own.map(place), [
    'unclosed-element templateBody 1:1 ×1',
    'unclosed-element templateBody 3:1 ×1',
    'unknown-type templateBody 3:10 ×1',
    'unknown-slot templateBody 2:3 ×41',
  ])
  t.match(own[1], { message: '<section> is not closed', name: 'Draft' })
  const inTheme = [
    'invalid-css styles 2:5 ×1',
    'invalid-css styles 3:3 ×1',
    'unknown-fragment other 2:1 ×1',
    'unknown-fragment unused 1:1 ×1',
  ]
  await site.page('index', '<p></p>')
  const kept = await ask('theme', { name: 'T', styles: 'a { color: red }\nb { color red }\np {', fragments }, theme)
  t.strictSame(kept.problems.map(place).sort(), [...inTheme].sort())
  const layout = '<!doctype html><html><body></body></html>'
  const lost = await ask('theme', { name: 'T', fragments: { layout } }, theme)
  t.match(lost.problems, [{ id: theme, fragment: 'layout', message: /no page shows its own content/ }])
  await site.create('web-page-template', { name: 'Stored', templateBody })
  const stored = (await app.request('GET', '/api/site/problems')).json<{ data: Record<string, unknown>[] }>().data
  t.strictSame(stored.map(place).sort(), [...own.map(place), ...inTheme].sort())
  const clean = '<ul><li>a<li>b</ul><p>c<br><img src="/site/assets/logo.svg" alt=""><table><tr><td>d</table>'
  const sound = await ask('web-page-template', { name: 'Sound', templateBody: clean })
  t.strictSame(
    sound.problems.filter(({ id }) => id !== theme),
    [],
    'end tags that HTML does not require',
  )
})

signedInOnAnyStore('a preview is for users who can modify the resource', async (t, app) => {
  const root = await app.signIn('root')
  const site = await testSite(root, app)
  await site.page('index', '<p></p>')
  const roles = await root.request('PUT', '/api/settings/role-access', {
    roles: { member: { article: ['odrl:read', 'odrl:modify'], faq: ['odrl:read'] } },
  })
  t.equal(roles.statusCode, 200)
  const member = await app.signIn('eve')
  const ask = async (type_slug: string): Promise<number> =>
    (await member.request('POST', '/api/site/preview', { type_slug, data: { name: 'x' } })).statusCode
  t.equal(await ask('article'), 200)
  t.equal(await ask('faq'), 403)
  const odd = { name: 'Odd', templateBody: '<p data-svc-entity="Nothing"></p>' }
  const template = await site.create('web-page-template', odd)
  t.match((await root.request('GET', '/api/site/problems')).json(), { data: [{ id: template, kind: 'unknown-type' }] })
  const unread = (await member.request('GET', '/api/site/problems')).json<object>()
  t.strictSame(unread, { data: [], cursor: '', has_more: false }, 'problems of resources that the user can read')
  const account = (await root.request('POST', '/api/accounts', { name: 'Other' })).json<{ id: string }>().id
  await root.request('PUT', `/api/users/${member.me.id}`, { account_id: account })
  t.equal(await ask('article'), 403, 'the site of the default account')
})
