import t from 'tap'
import { QueryTooSlow } from '../../lib/errors/index.ts'
import { start } from './testing.ts'

t.test('the problem for a slow query names the fields without an index', async t => {
  const app = await start(t)
  const problemOf = async (error: Error, method: 'GET' | 'POST' = 'GET'): Promise<object> => {
    Object.assign(globalThis, { thrown: error })
    return (await app.inject({ method, url: '/api/throws', headers: { accept: 'application/problem+json' } })).json()
  }
  t.match(await problemOf(new QueryTooSlow(['note'])), { status: 503, code: 'query-too-slow', fields: ['note'] })
  const indexed = await problemOf(new QueryTooSlow(['note']).withRemedy({ index: ['genre', '-year'] }))
  t.match(indexed, { detail: /no index serves the filter on note; .* add \["genre", "-year"\] to x-indexes/ })
  t.match(indexed, { fields: ['note'], index: ['genre', '-year'] })
  t.notOk('fields' in (await problemOf(new QueryTooSlow([]))), 'nothing is named when there are no such fields')
  t.match(
    await problemOf(new QueryTooSlow(['note']), 'POST'),
    { status: 503, code: 'store-unavailable', detail: /did not answer in time; nothing was changed/ },
    'who asked for a change did not ask for a list',
  )
})
