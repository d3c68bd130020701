import t from 'tap'
import { callCli } from '../../testing/index.ts'
import { documentOf, film } from './testing-starts.ts'
import { fixture, writeDocument } from './testing.ts'

t.test('check reports which controller answers each operation, and why', async t => {
  const blog = fixture('blog.yaml')
  const table = await callCli(['openapi', 'check', blog])
  t.match(table, { code: 0, stderr: '' })
  t.match(table.stdout, /^METHOD +PATH +TYPE +CONTROLLER +MIDDLEWARE +WHY\n/)
  t.match(table.stdout, /POST +\/blogs +blog +CreateController .*POST, its body is Blog/)
  t.match(table.stdout, /GET +\/blogs\/\{guid\} +blog +ViewController .*identified by guid/)
  t.match(table.stdout, /none: 501/)
  const json = await callCli(['openapi', 'check', blog, '--json'])
  const { operations } = JSON.parse(json.stdout) as { operations: { path: string; controller: string | null }[] }
  t.ok(operations.some(({ controller }) => controller === null))
  t.match(
    operations.find(({ path }) => path === '/health-check'),
    { controller: 'HealthCheckController', reason: 'named by x-controller' },
  )
  const broken = await callCli(['openapi', 'check', writeDocument(t, 'openapi: 3.1.0\n')])
  t.match(broken, { code: 2, stdout: '', stderr: /api\.yaml, line 1, openapi: must be a version 3\.0\.x/ })
  const collides = await callCli([
    'openapi',
    'check',
    writeDocument(t, documentOf({ Film: film({}) }).replace('/all-film', '/film')),
  ])
  t.match(collides, { code: 2, stderr: /"film" is an address of the service already/ })
  const elsewhere = ['--prefix', '/api/v1']
  t.match(
    await callCli([
      'openapi',
      'check',
      writeDocument(t, documentOf({ Film: film({}) }).replace('/all-film', '/film')),
      ...elsewhere,
    ]),
    { code: 0 },
  )
})

t.test('check mentions nullable where it does nothing, and merge keys in one line', async t => {
  const optional = { nullable: true, allOf: [{ $ref: '#/components/schemas/Film' }] }
  const nullable = documentOf({ Film: film({}), Note: film({ film: optional }) })
  const file = writeDocument(t, nullable)
  t.match(await callCli(['openapi', 'check', file]), {
    code: 0,
    stdout: /components\.schemas\.Note\.properties\.film\.nullable: nullable beside allOf without type does nothing/,
  })
  const { stdout } = await callCli(['openapi', 'check', file, '--json'])
  t.match(JSON.parse(stdout), { notes: [{ pointer: '/components/schemas/Note/properties/film/nullable' }] })
  t.notMatch((await callCli(['openapi', 'check', fixture('blog.yaml')])).stdout, /nullable/)

  const merged = `${documentOf({ Film: film({}) })}\nx-common: &common { id: { type: string } }\nx-more: { <<: *common }\n`
  const { code, stderr } = await callCli(['openapi', 'check', writeDocument(t, merged)])
  t.equal(code, 2)
  t.match(stderr, /line \d+: has the merge key <</)
  t.equal(stderr.trim().split('\n').length, 1, stderr)
})
