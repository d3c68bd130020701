import t from 'tap'
import { startPeopled } from '../../test/people.ts'
t.test('smoke', async t => {
  const { as, anonymous } = await startPeopled(t, {
    root: { role: 'admin' },
    mia: { role: 'member' },
    vic: { role: 'viewer' },
  })
  const root = as('root'),
    mia = as('mia'),
    vic = as('vic')
  console.error((await root('POST', '/api/resource-types', { name: 'Note', slug: 'note' })).body)
  const note = await mia('POST', '/api/note', { a: 1 })
  console.error(note.body)
  const id = note.json().id
  for (const [n, ask] of Object.entries({ anonymous, root, mia, vic })) {
    const r = []
    for (const [m, u, b] of [
      ['GET', '/api/note'],
      ['GET', `/api/note/${id}`],
      ['PUT', `/api/note/${id}`, { a: 2 }],
      ['GET', `/api/note/${id}/permissions`],
      ['POST', `/api/note/${id}/permissions`, { agent_id: 'urn:user:vic', actions: ['odrl:modify'] }],
      ['GET', `/api/resources/${id}/permissions`],
      ['GET', `/api/resources/${id.slice(9)}/permissions`],
      ['GET', `/api/access/explain?agent=urn:user:vic&action=odrl:modify&resource=${id}`],
      ['DELETE', `/api/note/${id}/permissions/vic`],
      ['GET', `/api/access/explain?agent=urn:user:vic&action=odrl:modify&resource=${id}`],
    ] as [string, string, unknown?][]) {
      const x = await ask(m, u, b)
      r.push(x.statusCode + ' ' + x.body.slice(0, 250))
    }
    console.error(n, r)
  }
})
