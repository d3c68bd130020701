import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../kernel/index.ts'
import { callCli } from '../../testing/index.ts'
import type { CliResult } from '../../testing/index.ts'

t.test('persons and organizations on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  const json = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await plinth(...args, '--json')
    t.equal(code, 0, stderr)
    return JSON.parse(stdout) as T
  }
  for (const slug of ['person', 'organization']) {
    if ((await plinth('types', 'get', slug)).code === 0) continue
    const made = await plinth('types', 'create', join(packageRoot, 'presets/core/types', `${slug}.json`))
    t.equal(made.code, 0, made.stderr)
  }
  const names = ['--given-name', 'Ada', '--family-name', 'Lovelace']
  const { id } = await json<{ id: string }>('persons', 'create', ...names, '--avatar-url', 'https://a.example/a.png')
  const shown = await plinth('persons', 'get', id)
  t.match(shown.stdout, /^name +Ada Lovelace$/m)
  t.match(shown.stdout, /^avatar_url +https:\/\/a\.example\/a\.png$/m)
  t.equal((await json<{ name: string }>('persons', 'update', id, '--family-name', 'King')).name, 'Ada King')
  t.match((await plinth('persons', 'list', '--count')).stdout, /given_name.*\n.*Ada King.*\n1 in all/)
  t.equal((await plinth('persons', 'create', '--given-name', 'x')).code, 2, 'required options are named')
  const refused = await plinth('persons', 'update', id, '--email', 'x')
  t.equal(refused.code, 1)
  t.match(refused.stderr, /email/)

  const acme = await json<{ id: string }>('organizations', 'create', '--name', 'Acme', '--slug', 'acme')
  t.equal((await plinth('organizations', 'create', '--name', 'Acme', '--slug', 'acme')).code, 1)
  const members = ['organizations', 'members'] as const
  t.equal((await json<{ id: string }>(...members, 'add', acme.id, id)).id, id)
  t.match((await plinth(...members, 'list', acme.id)).stdout, /Ada King/)
  t.match(await json(...members, 'list', acme.id, '--all'), { data: [{ id, name: 'Ada King' }], has_more: false })
  t.equal((await plinth(...members, 'remove', acme.id, id)).code, 0)
  t.equal((await plinth(...members, 'remove', acme.id, id)).code, 1)
  t.match(await json(...members, 'list', acme.id), { data: [] })
  t.match(
    (await plinth(...members, 'list', acme.id)).stdout,
    /^id +given_name .*created_at\n$/,
    'an empty list has headings',
  )
  t.equal((await plinth('persons', 'delete', id)).code, 0)
  t.equal((await plinth('persons', 'get', id)).code, 1)
  t.match(await json('persons', 'list'), { data: [], has_more: false })
})
