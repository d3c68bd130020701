import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { callCli } from '../../testing/index.ts'
import type { CliResult } from '../../testing/index.ts'

t.test('presets on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  const list = await plinth('presets', 'list')
  t.equal(list.code, 0, list.stderr)
  t.match(list.stdout, /core +yes[^]*tasks +no/)
  const dry = await plinth('presets', 'install', 'tasks', '--dry-run', '--json')
  t.strictSame(JSON.parse(dry.stdout), { created: ['project', 'task'], updated: [], skipped: [] })
  t.match((await plinth('presets', 'install', 'tasks')).stdout, /^tasks: created project, task$/m)
  t.match((await plinth('presets', 'install', 'tasks', '--update')).stdout, /^tasks: skipped project, task$/m)
  const seeded = await plinth('seed', 'tasks', 'events', '--json')
  t.equal(seeded.code, 0, seeded.stderr)
  t.strictSame(JSON.parse(seeded.stdout), {
    tasks: { created: [], updated: [], skipped: ['project', 'task'] },
    events: { created: ['event', 'place', 'venue'], updated: [], skipped: [] },
  })
  const half = await plinth('seed', 'website', 'nope', 'neither')
  t.match(half, { code: 1, stdout: '', stderr: /there is no preset "nope", "neither"/ })
  t.match((await plinth('presets', 'list')).stdout, /website +no/, 'nothing was done')
  const again = await plinth('seed', 'tasks', 'events')
  t.match(again.stdout, /^tasks: skipped project, task$/m)
  t.equal(again.code, 0)
  const tasks = await plinth('resources', 'list', 'task', '--json')
  const [task] = JSON.parse(tasks.stdout).data
  t.equal(task.created_by, 'urn:user:system')
  const unknown = await plinth('presets', 'install', 'nothing')
  t.match([unknown.code, unknown.stderr], [1, /there is no preset "nothing"/])
  t.equal((await plinth('seed')).code, 2)
})
