import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { callCli, type CliResult } from '../../testing/index.ts'
import { place, production, serving } from '../testing.ts'

t.test('doctor says what is wrong and what to do', async t => {
  const { folder, plinth, env } = await place(t)
  const early = await plinth('doctor')
  t.match(early, { code: 0, stdout: /ok +plugins .*ok +store +sqlite; .*will be made/s }, early.stderr)
  t.notOk(existsSync(env['SQLITE_PATH'] ?? ''), 'and makes nothing')
  t.notOk(existsSync(`${env['SQLITE_PATH']}.lock`))
  await plinth('types', 'list')
  const well = await plinth('doctor')
  t.match(
    well,
    { code: 0, stdout: /ok +configuration .*ok +plugins .*types.*ok +store +sqlite .*Everything is well/s },
    well.stderr,
  )
  const doctor = (more: Record<string, string>): Promise<CliResult> =>
    callCli(['doctor'], { env: { ...env, ...more }, cwd: folder })
  t.match(await doctor({ PORT: 'x' }), { code: 1, stdout: /WRONG +configuration .*PORT must be.*1 thing is wrong/s })
  t.match(await doctor({ PLINTH_MODE: 'production' }), { code: 1, stdout: /set IDP_CLIENT_ID, .*, SESSION_SECRET\n/ })
  const { SESSION_SECRET: _left, PLINTH_CONFIG: _out, ...incomplete } = production(folder)
  t.match(await doctor(incomplete), { code: 1, stdout: /WRONG +configuration .*SESSION_SECRET must be set/s })
  t.match(await doctor({ MONGODB_URL: 'mongodb://127.0.0.1:9/plinth?serverSelectionTimeoutMS=300' }), {
    code: 3,
    stdout: /ok +plugins .*WRONG +store .*→ start MongoDB/s,
  })
  writeFileSync(join(folder, 'not-a-folder'), '')
  t.match(await doctor({ SQLITE_PATH: join(folder, 'not-a-folder', 'x.db') }), {
    code: 1,
    stdout: /WRONG +store .*→ .*SQLITE_PATH/s,
  })
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, 'broken', 'index.mjs'), 'throw new Error("worn out")')
  writeFileSync(join(folder, 'config.json'), '{"plugins":{"./broken":true}}')
  const broken = await plinth('doctor', '--config', 'config.json')
  t.match(broken, { code: 1, stdout: /WRONG +plugins .*\.\/broken.*worn out.*ok +store/s })
  const failing = `export default { name: 'late', version: '1.0.0', requires: [], provides: [],
    register() { throw new Error('came too late') } }`
  writeFileSync(join(folder, 'late.mjs'), failing)
  writeFileSync(join(folder, 'late.json'), '{"plugins":{"./late.mjs":true}}')
  const late = await plinth('doctor', '--config', 'late.json')
  t.match(late, { code: 1, stdout: /WRONG +plugins .*came too late.*ok +store/s })
  const list = await plinth('types', 'list', '--config', 'config.json')
  t.match(list, { code: 1, stderr: /^plinth: .*worn out/ }, 'and so does everything else')
  t.match(await plinth('--help', '--config', 'config.json'), { code: 0, stdout: /doctor/ })
})

t.test('doctor asks a service without the plugin health nothing that it cannot tell', async t => {
  const { folder, env, plinth } = await place(t)
  writeFileSync(join(folder, 'quiet.json'), '{"plugins":{"health":false}}')
  const { url } = await serving(t, { ...env, PLINTH_CONFIG: 'quiet.json' }, folder)
  const found = { code: 0, stdout: /ok +service .*without the plugin health/ }
  t.match(await plinth('doctor', '--config', 'quiet.json'), found)
  t.match(await callCli(['doctor', '--url', url]), found)
})

t.test('completion knows the commands and options of the plugins', async t => {
  const { plinth } = await place(t)
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await plinth('completion', shell)
    t.equal(code, 0)
    t.match(stdout, /resources.*infer/s, shell)
  }
  t.match(await plinth('completion', 'tcsh'), { code: 2 })
})
