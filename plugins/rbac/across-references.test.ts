import { expect, onStages } from './testing.ts'

const text = { type: 'string' }
const refersTo = (slug: string) => ({ ...text, 'x-resource-type': slug })

onStages('a label leaves out values that the caller cannot read', async (t, { root, as, policies }) => {
  const type = (slug: string, properties: object, label: string) =>
    root('POST', '/api/resource-types', {
      name: slug,
      slug,
      schema: { type: 'object', properties, 'x-label': label },
    })
  await type('secret', { name: text }, '{name}')
  await type('part', { name: text, secret: refersTo('secret') }, '{secret} {name} {secret.name}')
  await type('whole', { part: refersTo('part') }, '{part}')
  await policies('viewer', { part: ['odrl:read'], whole: ['odrl:read'] })
  const make = async (slug: string, data: object): Promise<string> =>
    (await root('POST', `/api/${slug}`, data)).json().id
  const secret = await make('secret', { name: 'S' })
  const part = await make('part', { name: 'P', secret })
  const whole = await make('whole', { part })
  const label = async (name: string) => (await as(name)('GET', `/api/whole/${whole}?labels=true`)).json().labels[part]
  t.strictSame(await label('root'), { label: 'S P S', status: 'active' })
  t.strictSame(await label('vic'), { label: 'P', status: 'active' })
})

onStages('or-groups return nothing that the caller cannot read', async (t, { root, as, policies }) => {
  const note = (await root('POST', '/api/note', { title: 'hidden', size: 1 })).json().id
  await root('POST', '/api/task', { name: 'A', about: note })
  await root('POST', '/api/task', { name: 'B' })
  const found = async (name: string, query: string): Promise<unknown[]> => {
    const answer = await expect(200, as(name)('GET', `/api/task?sort_by=name&${query}`))
    const { data } = answer.json<{ data: { data: { '@graph': { name: string }[] } }[] }>()
    return data.map(one => one.data['@graph'][0]?.name)
  }
  const query = '_filter[or][0][about.title][eq]=hidden&_filter[or][1][name][eq]=B'
  t.strictSame(await found('root', query), ['A', 'B'])
  await policies('viewer', { task: ['odrl:read'] })
  t.strictSame(await found('vic', query), ['B'])
  await as('mia')('POST', '/api/task', { name: 'C' })
  await policies('member', {})
  t.strictSame(
    await found('mia', '_filter[or][0][name][eq]=B&_filter[or][1][name][exists]=true'),
    ['C'],
    'only their own resources',
  )
})
