import { onBoth } from './testing.ts'
import type { View } from './testing.ts'

const text = { type: 'string' }
const properties = {
  title: text,
  state: { enum: ['open', 'done'] },
  level: { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] },
  due: { ...text, format: 'date' },
  until: { ...text, format: 'date-time' },
  dates: { type: 'array', items: { ...text, format: 'date' } },
  lead: { ...text, 'x-resource-type': 'actor' },
  parent: { ...text, 'x-resource-type': 'job' },
  of: { type: 'object', properties: { kind: { enum: ['a', 'b'] } } },
}

onBoth('a view has a layout that fits its type', async (t, ask) => {
  const schema = { type: 'object', properties }
  t.equal((await ask('root', 'POST', '/api/resource-types', { name: 'Job', slug: 'job', schema })).status, 201)
  const save = (layout: unknown, type_slug = 'job') =>
    ask('ann', 'POST', '/api/views', { type_slug, name: 'v', layout })
  t.match((await ask('ann', 'POST', '/api/views', { type_slug: 'job', name: 'v' })).body, {
    layout: { kind: 'table' },
    default: false,
  })
  for (const layout of [
    { kind: 'table' },
    ...['state', 'level', 'lead', 'of.kind'].map(property => ({ kind: 'board', property })),
    { kind: 'calendar', property: 'due' },
    { kind: 'calendar', property: 'meta.created_at', end_property: 'until' },
    { kind: 'gallery' },
    { kind: 'gallery', property: 'title' },
    { kind: 'tree', property: 'parent' },
  ]) {
    const saved = await save(layout)
    t.equal(saved.status, 201, JSON.stringify([layout, saved.body]))
    t.match((await ask('ann', 'GET', `/api/views/${saved.body.id}`)).body, { layout })
  }
  const refused: unknown[] = [
    null,
    'board',
    {},
    { kind: 'list' },
    { kind: 'table', property: 'title' },
    { kind: 'board' },
    { kind: 'board', property: 'title' },
    { kind: 'board', property: 'nothing' },
    { kind: 'board', property: 'state', end_property: 'due' },
    { kind: 'calendar', property: 'title' },
    { kind: 'calendar', property: 'dates' },
    { kind: 'calendar', property: 'due', end_property: 'title' },
    { kind: 'gallery', property: 'nothing' },
    { kind: 'tree', property: 'lead' },
    { kind: 'tree' },
  ]
  for (const layout of refused) {
    const answer = await save(layout)
    t.equal(answer.status, 400, JSON.stringify(layout))
    t.match(answer.body.message, /layout/, answer.body.message)
  }
  t.equal((await save({ kind: 'board', property: 'anything' }, 'movie')).status, 201, 'a type without a schema')

  const { id } = (await save({ kind: 'board', property: 'state' })).body
  const { state: _, ...rest } = properties
  await ask('root', 'PUT', '/api/resource-types/job', { schema: { ...schema, properties: rest } })
  t.match((await ask('ann', 'GET', `/api/views/${id}`)).body, { stale: ['layout'] })
  t.equal((await ask('ann', 'PUT', `/api/views/${id}`, { name: 'w' })).status, 200, 'its existing values are kept')
})

onBoth('the list of a type opens with one shared view', async (t, ask) => {
  const save = (user: string, further: object) =>
    ask(user, 'POST', '/api/views', { type_slug: 'movie', name: 'v', ...further })
  t.equal((await save('root', { default: true })).status, 400, 'not shared')
  t.equal((await save('ann', { default: true })).status, 403)
  t.equal((await save('ann', { default: true, shared: true })).status, 403)
  const first = await save('root', { name: 'first', default: true, shared: true })
  t.match(first, { status: 201, body: { default: true } })
  const second = await save('root', { name: 'second', shared: true })
  const other = await save('root', { name: 'other', type_slug: 'actor', default: true, shared: true })
  const defaults = async (): Promise<string[]> => {
    const { data } = (await ask<{ data: (View & { default: boolean })[] }>('ann', 'GET', '/api/views')).body
    return data.flatMap(view => (view.default ? [view.name] : [])).toSorted()
  }
  t.strictSame(await defaults(), ['first', 'other'])
  t.equal((await ask('root', 'PUT', `/api/views/${second.body.id}`, { default: true })).status, 200)
  t.strictSame(await defaults(), ['other', 'second'], 'it replaces the previous one')
  t.equal((await ask('root', 'PUT', `/api/views/${second.body.id}`, { name: 'second', default: true })).status, 200)
  const together = ['a', 'b', 'c'].map(name => save('root', { name, default: true, shared: true }))
  t.strictSame(
    (await Promise.all(together)).map(({ status }) => status),
    [201, 201, 201],
  )
  t.equal((await defaults()).length, 2, 'of several concurrent ones, one remains')

  const moved = { slug: 'film' }
  t.equal((await ask('root', 'PUT', '/api/resource-types/movie', moved)).status, 200)
  t.equal((await defaults()).length, 2)
  t.equal((await ask('root', 'PUT', `/api/views/${other.body.id}`, { shared: false })).status, 200)
  t.equal((await defaults()).length, 1, 'a view that is no longer shared is not the default')
  const film = (await ask<{ data: (View & { default: boolean })[] }>('ann', 'GET', '/api/views?type_slug=film')).body
  for (const { id } of film.data) await ask('root', 'DELETE', `/api/views/${id}`)
  t.match(await save('root', { type_slug: 'film', default: true, shared: true }), { status: 201 })
})

onBoth('a view has names in other languages', async (t, ask) => {
  const schema = { type: 'object', properties }
  t.equal((await ask('root', 'POST', '/api/resource-types', { name: 'Job', slug: 'job', schema })).status, 201)
  const titles = { de: 'Fälligkeiten', 'pt-BR': 'Prazos' }
  const made = await ask('ann', 'POST', '/api/views', { type_slug: 'job', name: 'Due dates', titles })
  t.strictSame([made.status, made.body.titles], [201, titles])
  const path = `/api/views/${made.body.id}`
  t.strictSame((await ask('ann', 'PUT', path, { name: 'Dates' })).body.titles, titles)
  t.strictSame((await ask('ann', 'GET', path)).body.titles, titles)
  t.notOk('titles' in (await ask('ann', 'PUT', path, { titles: {} })).body)
  t.notOk('titles' in (await ask('ann', 'GET', path)).body, 'absent when there are none')
  for (const wrong of [{ 'no language': 'x' }, { de: '' }, { de: 5 }, 'Fällig', []]) {
    const refused = await ask('ann', 'PUT', path, { titles: wrong })
    t.equal(refused.status, 400, JSON.stringify(wrong))
  }
})
