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
