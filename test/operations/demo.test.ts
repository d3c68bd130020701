import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../kernel/package-root.ts'

t.test('npm run demo -- openapi: a library with content, whose greeting lists commands that work', async t => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: '0' }
  const run = async (): Promise<void> => {
    const demo = spawn(process.execPath, [join(packageRoot, 'scripts', 'demo.mjs'), 'openapi'], {
      env: { ...env, PLINTH_DEMO_DATA: t.testdirName },
    })
    const exited = once(demo, 'close')
    let output = ''
    demo.stderr.pipe(process.stderr)
    await new Promise<void>((resolve, reject) => {
      demo.stdout.setEncoding('utf8').on('data', (part: string) => {
        output += part
        if (output.includes('docs/openapi.md\n')) resolve()
      })
      demo.once('close', () => reject(new Error(`the demo ended: ${output}`)))
    })
    const addresses = [...output.matchAll(/(http:\/\/127\.0\.0\.1:\d+\/api\/library\/[^\s']+)/g)].map(([url]) => url)
    t.equal(addresses.length, 2)
    const [list, one] = await Promise.all(addresses.map(async url => (await fetch(url)).json()))
    t.match(list, { total: 3, page: 1, books: [{ title: 'Pride and Prejudice' }, { title: 'Middlemarch' }] })
    t.match(one, { title: 'Middlemarch', shelf: { floor: 1, row: 'E' } })
    const admin = /(http:\S+\/book) /.exec(output)?.[1] ?? ''
    t.match(await (await fetch(admin, { headers: { accept: 'text/html' } })).text(), /<title>/)
    demo.kill('SIGTERM')
    t.strictSame(await exited, [0, null])
  }
  t.testdir()
  await run()
  await run() // a second time it is as it was left
}).catch(t.threw)

t.test('there is no other demo', async t => {
  const demo = spawn(process.execPath, [join(packageRoot, 'scripts', 'demo.mjs'), 'nothing'])
  t.strictSame(await once(demo, 'close'), [2, null])
}).catch(t.threw)
