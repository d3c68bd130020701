import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answersPerSecond, measureLoad, median, type Load } from './load.ts'
import { portOf, startServer } from './processes.ts'
import { call } from './product.ts'

// node dist/bench/site.js: a page of the public site as a ratio to the same HTML from memory, and the cost of rendering it.
const seconds = 3
const rounds = 3
const entities = 20
/** Requests for the same page share a rendering: so many pages are requested that no two requests are for the same one. */
const pages = 200

const template =
  '<!doctype html><html lang="en"><head></head><body><h1 data-svc-slot="name"></h1>' +
  `<article data-svc-entity="BlogPosting" data-svc-list="${entities}"><h2 data-svc-slot="headline"></h2>` +
  '<time data-svc-slot="datePublished"></time><p data-svc-slot="description"></p></article></body></html>'

const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-site-'))
const config = join(folder, 'uncached.json')
await writeFile(config, JSON.stringify({ plugins: { 'site-renderer': { maxCacheBytes: 0 } } }))
const environment = (name: string, file = ''): Record<string, string> => ({
  SQLITE_PATH: join(folder, `${name}.db`),
  MONGODB_URL: '',
  PLINTH_CONFIG: file,
  LOG_LEVEL: 'warn',
})
try {
  const kept = await startServer('../kernel/main.js', environment('kept'))
  const anew = await startServer('../kernel/main.js', environment('anew', config))
  try {
    for (const { url } of [kept, anew]) await fill(url)
    const html = await (await fetch(`${kept.url}/site/blog-0`)).text()
    const memory = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => memory.once('listening', resolve))
    const bare = `http://127.0.0.1:${portOf(memory)}`
    const requests = Array.from({ length: pages }, (_, at) => ({ path: `/site/blog-${at}` }))
    const loads = { bare: [] as Load[], kept: [] as Load[], anew: [] as Load[] }
    for (const { url } of [kept, anew]) await answersPerSecond(url, requests, 3 * seconds) // until the code is compiled
    for (let round = 0; round < rounds; round++) {
      loads.bare.push(await measureLoad({ url: bare, pid: Number.NaN }, requests, seconds))
      loads.kept.push(await measureLoad(kept, requests, seconds))
      loads.anew.push(await measureLoad(anew, requests, seconds))
    }
    memory.close()
    const line = (name: string, some: readonly Load[]): string => {
      const ratio = median(some.map(({ rate }, at) => rate / (loads.bare[at]?.rate ?? Number.NaN)))
      const [rate, cost] = [median(some.map(load => load.rate)), median(some.map(load => load.processorUs))].map(
        Math.round,
      )
      return `| ${name} | ${rate} | ${Number.isNaN(cost) ? '' : cost} | ${ratio.toFixed(3)} |\n`
    }
    process.stdout.write(
      `| page of the site (${Buffer.byteLength(html)} bytes) | answers/s | µs/answer | ratio |\n|---|---|---|---|\n` +
        line('from memory, node:http', loads.bare) +
        line('kept', loads.kept) +
        line(`rendered anew with ${entities} entities`, loads.anew),
    )
  } finally {
    await Promise.all([kept.stop(), anew.stop()])
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function fill(url: string): Promise<void> {
  await call(url, 'POST', '/api/resource-types/presets/website')
  const { id } = await call<{ id: string }>(url, 'POST', '/api/web-page-template', {
    name: 'Blog',
    templateBody: template,
  })
  for (let number = 0; number < pages; number++)
    await call(url, 'POST', '/api/web-page', { name: 'Blog', slug: `blog-${number}`, template: id })
  for (let number = 1; number <= entities; number++) {
    const description = 'A summary that says in a sentence or two what the post is about, as they do.'
    await call(url, 'POST', '/api/blog-post', { headline: `Post ${number}`, description, datePublished: '2026-03-01' })
  }
}
