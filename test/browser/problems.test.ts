import { createServer } from 'node:http'
import t from 'tap'
import { close, listen } from '../../testing/internal/oidc/provider.ts'
import { startChromium } from '../../testing/internal/chromium.ts'
import { watchProblems } from './problems.ts'

const page = `<!doctype html><title>Broken</title><link rel="icon" href="/icon">
<script src="/broken.js"></script><script>blocked</script><img src="/none"><img src="/failed">`

const script = `console.error('said')
console.warn('only a warning')
addEventListener('load', () => { setTimeout(() => { throw new Error('thrown') }); Promise.reject(new Error('rejected')) })`

t.test('problems in a browser are detected', async t => {
  const browser = await startChromium()
  if (browser === undefined) return void t.pass('left out', { skip: 'there is no Chromium here (CHROMIUM_BINARY)' })
  t.teardown(() => browser.close())
  const answers = new Map<string, [status: number, type: string, body: string]>([
    ['/', [200, 'text/html', page]],
    ['/broken.js', [200, 'text/javascript', script]],
    ['/failed', [503, 'text/plain', '']],
  ])
  const server = createServer(({ url = '' }, response) => {
    const [status, type, body] = answers.get(url) ?? [404, 'text/plain', '']
    response.writeHead(status, { 'content-type': type, 'content-security-policy': "script-src 'self'" }).end(body)
  })
  const port = await listen(server, 0)
  t.teardown(() => close(server))

  const visit = async (...expected: RegExp[]): Promise<readonly string[]> => {
    const context = await browser.newContext()
    t.teardown(() => context.close())
    const problems = await watchProblems(context)
    problems.expect(...expected)
    const tab = await context.newPage()
    const uncaught = tab.waitForEvent('pageerror', { predicate: ({ message }) => message === 'rejected' })
    const thrown = tab.waitForEvent('pageerror', { predicate: ({ message }) => message === 'thrown' })
    await tab.goto(`http://127.0.0.1:${port}/`)
    await Promise.all([uncaught, thrown])
    return problems.found
  }

  const found = (await visit()).join('\n')
  for (const wanted of [
    /^console: said$/m,
    /thrown/,
    /rejected/,
    /Content Security Policy/,
    /^503: GET .*\/failed$/m,
  ]) {
    t.match(found, wanted)
  }
  t.match(found, /^console: CSP: script-src-elem inline/m, 'also as an event')
  t.notMatch(found, /warning|\/none|\/icon/, 'warnings and missing files are not problems')
  const left = (await visit(/Content Security Policy|CSP/, /^503/, /rejected|thrown/)).join('\n')
  t.equal(left, 'console: said', 'expected problems are ignored')
})
