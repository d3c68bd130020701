import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { callCli } from '../../testing/index.ts'
import type { CliResult } from '../../testing/index.ts'

t.test('roles on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  const first = await plinth('roles')
  t.equal(first.code, 0, first.stderr)
  t.match(first.stdout, /admin +\* +everything\nmember +\* +read, modify/)
  t.match((await plinth('roles', 'add', 'editor')).stdout, /editor +\* +read \(it has no policies\)/)
  t.match((await plinth('roles', 'set', 'editor', 'person', 'read', 'odrl:delete')).stdout, /person +read, delete/)
  t.match((await plinth('roles', 'set', 'editor', '*')).stdout, /editor +\* +nothing/)
  const whole = JSON.parse((await plinth('roles', 'list', '--json')).stdout)
  t.strictSame(whole, {
    roles: ['admin', 'member', 'editor'],
    role_access: {
      roles: {
        member: { '*': ['odrl:read', 'odrl:modify'] },
        editor: { person: ['odrl:read', 'odrl:delete'], '*': [] },
      },
    },
  })
  t.match((await plinth('roles', 'reset', 'editor')).stdout, /editor +\* +read \(it has no policies\)/)
  t.equal((await plinth('users', 'set-role', 'member', 'editor')).code, 0)
  const failures: [string[], number, RegExp][] = [
    [['remove', 'editor'], 1, /editor cannot be removed, a user has it/],
    [['remove', 'member'], 1, /member always exists/],
    [['remove', 'lost'], 1, /there is no role lost/],
    [['reset', 'lost'], 1, /there is no role lost/],
    [['add', 'Editor'], 1, /"Editor" is no name of a role/],
    [['set', 'editor', 'lost', 'read'], 1, /there is no resource type "lost"/],
    [['set', 'editor', 'person', 'fly'], 1, /there is no action "odrl:fly"/],
    [['set', 'admin', '*', 'read'], 1, /admin may do everything/],
    [['set', 'editor'], 2, /missing required argument/],
  ]
  for (const [args, code, message] of failures) {
    const result = await plinth('roles', ...args)
    t.match([result.code, result.stderr], [code, message], args.join(' '))
  }
  await plinth('users', 'set-role', 'member', 'member')
  const removed = await plinth('roles', 'remove', 'editor', '--json')
  t.strictSame(JSON.parse(removed.stdout).roles, ['admin', 'member'])
})
