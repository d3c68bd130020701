import { expect, give, make, onStages } from './testing.ts'

onStages('a user who can change but not read a resource sees none of its data', async (t, { as, root, policies }) => {
  const secret = 'what nobody else should see'
  const note = await make(root, 'note', { title: secret })
  const person = await make(root, 'persons', { given_name: 'Ada', family_name: 'King', email: 'ada@example.org' })
  const organization = await make(root, 'organizations', { name: 'O', slug: 'o', description: secret })
  const linked = { accept: 'application/ld+json' }
  const merge = { 'content-type': 'application/merge-patch+json' }
  const told = (answer: Awaited<ReturnType<typeof root>>, id: string, what: string, name = 'id'): void => {
    t.ok(answer.statusCode < 300, `${what}: ${answer.body}`)
    t.strictSame(answer.json(), { [name]: id }, what)
    t.match(answer.headers.etag, new RegExp(`^"${id}`), what)
  }

  await policies('none', { note: ['odrl:modify'], person: ['odrl:modify', 'odrl:delete'] })
  await give(root, organization, 'gus', ['odrl:modify', 'odrl:delete'])
  const gus = as('gus')
  for (const [name, headers] of [
    ['id', {}],
    ['@id', linked],
  ] as const) {
    told(await gus('PATCH', `/api/note/${note}`, {}, { ...headers, ...merge }), note, 'PATCH', name)
    told(await gus('PUT', `/api/note/${note}`, { title: secret }, headers), note, 'PUT', name)
    await expect(204, root('DELETE', `/api/note/${note}`))
    told(await gus('POST', `/api/note/${note}/restore`, undefined, headers), note, 'restore', name)
  }
  told(await gus('PUT', `/api/persons/${person}`, {}), person, 'PUT of a person')
  told(await gus('PUT', `/api/organizations/${organization}`, {}), organization, 'PUT of an organization')
  told(await gus('PUT', `/api/organizations/${organization}`, { status: 'archived' }), organization, 'archiving it')
  await expect(200, root('POST', `/api/organization/${organization}/restore`))
  await policies('none', { organization: ['odrl:read'], person: ['odrl:modify', 'odrl:delete'] })
  told(await gus('POST', `/api/organizations/${organization}/members`, { person_id: person }), person, 'a member')
  told(await gus('POST', `/api/organizations/${organization}/members`, { person_id: person }), person, 'again')
  told(await gus('PUT', `/api/persons/${person}`, { status: 'archived' }), person, 'archiving a person')

  const blind = as('mia', { token: { id: 'urn:token:1', type_slugs: null, actions: ['odrl:modify'] } })
  for (const [path, body] of [
    ['/api/note', { title: secret }],
    ['/api/persons', { given_name: 'A', family_name: 'B' }],
    ['/api/organizations', { name: 'P', slug: 'p' }],
  ] as const) {
    const made = await blind('POST', path, body)
    t.equal(made.statusCode, 201)
    t.strictSame(Object.keys(made.json()), ['id'], `POST ${path} with a token that cannot read`)
    t.ok(made.headers.location)
  }

  await expect(
    200,
    root('PATCH', '/api/resource-types/note', {
      schema: { properties: { code: { type: 'string', 'x-unique': true } } },
    }),
  )
  const coded = await make(root, 'note', { code: 'a' })
  const asProblem = { accept: 'application/problem+json' }
  const holderFor = async (ask: typeof root): Promise<unknown[]> => {
    const operations = [{ op: 'create', data: { code: 'a' } }]
    const { results } = (await ask('POST', '/api/note/_bulk', { operations, atomic: false })).json()
    const answers = [
      await ask('POST', '/api/note', { code: 'a' }, asProblem),
      await ask('POST', '/api/note/_bulk', { operations }, asProblem),
    ]
    return [results[0].resource, ...answers.map(answer => answer.json().resource)]
  }
  const holder = { id: coded, status: 'active' }
  t.strictSame(await holderFor(as('mia')), [holder, holder, holder])
  t.strictSame(
    await holderFor(blind),
    [undefined, undefined, undefined],
    'who may not read is not told who has a value',
  )

  const ada = await make(root, 'persons', { given_name: 'Ada', family_name: 'King' })
  const shown = (await root('GET', `/api/persons/${ada}`)).json()
  const [node] = (await root('GET', `/api/person/${ada}`)).json().data['@graph']
  await policies('none', { note: ['odrl:modify', 'odrl:delete'], person: ['odrl:modify'] })
  const refusals: unknown[] = []
  for (const [name, created_at] of [
    ['Ada King', shown.created_at],
    ['Ada Smith', '2020-01-01T00:00:00.000Z'],
  ]) {
    const { givenName, familyName } = node
    const data = { '@id': ada, givenName, familyName, name, created_at }
    const bulk = await gus('POST', '/api/person/_bulk', { operations: [{ op: 'update', id: ada, data }] })
    const answers = [
      await gus('PUT', `/api/persons/${ada}`, { id: ada, given_name: 'Eve', name }),
      await gus('PATCH', `/api/persons/${ada}`, { id: ada, email: 'wrong', created_at }),
      await gus('PUT', `/api/person/${ada}`, data),
      await gus('PATCH', `/api/person/${ada}`, { '@id': ada, givenName: 7, created_at }, merge),
      bulk,
    ]
    t.ok(
      answers.every(({ statusCode }) => statusCode === 400),
      'who may not read cannot repeat what was read',
    )
    refusals.push(answers.map(answer => answer.body))
  }
  t.strictSame(refusals[0], refusals[1], 'a right guess is answered like a wrong one')
  t.equal((await root('GET', `/api/persons/${ada}`)).body, JSON.stringify(shown))
  told(await gus('PUT', `/api/persons/${ada}`, { id: ada, family_name: 'King' }), ada, 'the id can be repeated')
  await make(root, 'task', { needs: note })
  const stale = { 'if-match': `"${note}.1"` }
  for (const [method, status, headers] of [
    ['PUT', 412, stale],
    ['DELETE', 412, stale],
    ['DELETE', 409, {}],
  ] as const) {
    const body = method === 'PUT' ? { title: 'x' } : undefined
    const answer = await gus(method, `/api/note/${note}`, body, headers)
    t.equal(answer.statusCode, status)
    t.notMatch(answer.json().message, /\d/, `${status} contains no version number: ${answer.body}`)
  }
  const operations = [{ op: 'delete', id: note, if_match: `"${note}.1"` }]
  const { results } = (await gus('POST', '/api/note/_bulk', { operations, atomic: false })).json()
  t.match(results, [{ status: 412 }])
  t.notMatch(results[0].message, /\d/)
})
