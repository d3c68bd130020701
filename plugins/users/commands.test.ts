import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { callCli } from '../../testing/index.ts'
import type { CliResult } from '../../testing/index.ts'

t.test('users on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  const list = await plinth('users', 'list')
  t.equal(list.code, 0, list.stderr)
  t.match(list.stdout, /urn:user:member +Member +member@example\.com +member +active/)
  const set = await plinth('users', 'set-role', 'Member@Example.com', 'admin', '--json')
  t.equal(set.code, 0, set.stderr)
  t.match(JSON.parse(set.stdout), { id: 'urn:user:member', role: 'admin', status: 'active' })
  t.match((await plinth('users', 'disable', 'urn:user:admin')).stdout, /urn:user:admin .* admin, disabled/)
  const last = await plinth('users', 'disable', 'member')
  t.match([last.code, last.stderr], [1, /last active administrator/])
  const disabled = await plinth('users', 'set-role', 'admin@example.com', 'member')
  t.match([disabled.code, disabled.stderr], [1, /is ambiguous[^]*urn:user:admin/])
  t.match((await plinth('users', 'enable', 'admin@example.com')).stdout, /admin, active/)
  const failures: [string[], number, RegExp][] = [
    [['set-role', 'member', 'pilot'], 1, /there is no role "pilot"/],
    [['set-role', 'lost', 'member'], 1, /there is no user "urn:user:lost"/],
    [['disable', 'nobody@example.com'], 1, /no user has the address/],
    [['disable'], 2, /missing required argument/],
  ]
  for (const [args, code, message] of failures) {
    const result = await plinth('users', ...args)
    t.match([result.code, result.stderr], [code, message], args.join(' '))
  }
  const whole = JSON.parse((await plinth('users', 'list', '--json')).stdout)
  t.match(whole, { data: [{ id: 'urn:user:member' }, { id: 'urn:user:admin' }], cursor: '', has_more: false })
})
