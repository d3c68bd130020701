import type { Test } from 'tap'
import t from 'tap'
import { isObject, type Json, type JsonObject } from '../../lib/json/index.ts'
import { onAnyStore, ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled, type People } from '../../testing/internal/people.ts'
import type { TestApp } from '../../testing/index.ts'
import { load, mediaTypes, withTypes, type Format } from './testing-imports.ts'

async function preview(
  { app }: Pick<TestApp, 'app'>,
  query: string,
  format: Format,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: JsonObject }> {
  const { statusCode, payload } = await app.inject({
    method: 'POST',
    url: `/api/${query}`,
    headers: { 'content-type': mediaTypes[format], accept: 'application/problem+json', ...headers },
    payload: body,
  })
  const answer: Json = JSON.parse(payload)
  if (!isObject(answer)) throw new Error(payload)
  return { status: statusCode, answer: isObject(answer['preview']) ? answer['preview'] : answer }
}

onAnyStore('the beginning of a file is previewed, and nothing is written', async (t, app) => {
  await withTypes(app)
  const rows = 'Title;DUE;HOURS;Tags;Assignee;Nothing\nOne;25.05.1979;2;"a; b";Ada;\n'
  const whole = await preview(app, 'task/_import?preview=true&whole=true', 'csv', `${rows}Two;;x;;Grace;\nshort\n`)
  t.equal(whole.status, 200)
  t.match(whole.answer, {
    rows: 3,
    unreadable: 1,
    delimiter: ';',
    match: 'name',
    columns: [
      { column: 'Title', property: 'title', filled: 2, samples: ['One', 'Two'] },
      {
        column: 'DUE',
        property: 'due',
        filled: 1,
        conversion: { rows: 1, date_form: 'DD.MM.YYYY', example: { from: '25.05.1979', to: '1979-05-25' } },
      },
      { column: 'HOURS', property: '', filled: 2 },
      { column: 'Tags', property: 'tags', conversion: { example: { from: 'a; b', to: ['a', 'b'] } } },
      { column: 'Assignee', property: 'assignee', names: 'agent' },
      { column: 'Nothing', property: '', filled: 0, samples: [] },
    ],
  })
  const mapped = await preview(app, 'task/_import?preview=true&mapping[HOURS]=hours&mapping[Title]=', 'csv', rows)
  t.match(mapped.answer['columns'], [
    { column: 'Title', property: '' },
    {},
    { column: 'HOURS', property: 'hours', conversion: { rows: 1, example: { from: '2', to: 2 } } },
  ])
  const listed = await preview(app, 'task/_import?preview=true&mapping=listed&mapping[HOURS]=hours', 'csv', rows)
  t.match(listed.answer['columns'], [{ column: 'Title', property: '' }, {}, { property: 'hours' }])
  const cut = '[{"title":"A","hours":1},{"title":"B","hou'
  t.match((await preview(app, 'task/_import?preview=true', 'json', cut)).answer, { rows: 1, unreadable: 0 })
  for (const [query, format, body, code] of [
    ['&whole=true', 'json', cut, 'unreadable-file'],
    ['&whole=true', 'csv', 'title\n"open\n', 'unreadable-file'],
    ['', 'csv', Buffer.from('title\nAm\xe9lie\n', 'latin1'), 'not-utf8'],
    ['', 'csv', Array.from({ length: 501 }, (_, at) => `c${at}`).join(), 'unreadable-file'],
    ['&dry_run=true', 'csv', 'title\n', 'bad-request'],
    ['&mapping[title]=nothing', 'csv', 'title\n', 'bad-request'],
  ] as const)
    t.match(await preview(app, `task/_import?preview=true${query}`, format, body), { status: 400, answer: { code } })
  t.match(await preview(app, 'task/_import?whole=true', 'csv', 'title\n'), { status: 400 })
  t.equal((await preview(app, 'task/_import?preview=true', 'csv', `title\n${'x'.repeat(1024 * 1024)}`)).status, 413)
  t.equal((await app.request('GET', '/api/task?count=true')).json<{ total: number }>().total, 0)
})

t.test('a user who can write to a type can preview files for it; only administrators set ids', async (t: Test) => {
  const people: People = { root: { role: 'admin' }, mia: { role: 'member' }, vic: { role: 'viewer' } }
  const { app, as } = await startPeopled(t, people, { url: await ownDatabase() })
  await withTypes({ request: as('root') })
  await as('root')('PUT', '/api/settings/roles', { roles: ['viewer'] })
  const file = '@id,title\nurn:task:a,A\n'
  const asMia = await preview(app, 'task/_import?preview=true', 'csv', file, { actor: 'mia' })
  t.match(asMia.answer, { columns: [{ column: '@id', property: '' }, { property: 'title' }] })
  const asRoot = await preview(app, 'task/_import?preview=true', 'csv', file, { actor: 'root' })
  t.match(asRoot.answer, { columns: [{ column: '@id', property: '@id' }, { property: 'title' }] })
  t.equal((await preview(app, 'task/_import?preview=true', 'csv', file, { actor: 'vic' })).status, 403)
})

onAnyStore('problems of a row are reported by place', async (t, app) => {
  await withTypes(app)
  const body = '[{"title":"","hours":"x","tags":["a",1]},7]'
  for (const dryRun of ['', '&dry_run=true']) {
    const { rejects } = await load(app, `task/_import?rejects=true${dryRun}`, 'json', body)
    t.match(rejects[0]?.['problems'], [
      { field: 'title', message: String },
      { field: 'hours', message: String },
      { field: 'tags[1]', message: String },
    ])
    t.match(rejects[1], { problems: [{ field: '', message: /must be an object/ }], reasons: [/^must be an object/] })
  }
})
