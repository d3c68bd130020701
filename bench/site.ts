import { createServer } from 'node:http'
import { join } from 'node:path'
import type { JsonObject } from '../lib/json/types.ts'
import { measureLoad, median, type Client, type Load, type LoadedServer } from './load.ts'
import { portOf } from './processes.ts'
import { call, startService, type Service } from './service.ts'

const entities = 20
/** Requests for the same page share a rendering: so many pages are requested that no two requests are for the same one. */
const pages = 200

const template =
  '<!doctype html><html lang="en"><head></head><body><h1 data-svc-slot="name"></h1>' +
  `<article data-svc-entity="BlogPosting" data-svc-list="${entities}"><h2 data-svc-slot="headline"></h2>` +
  '<time data-svc-slot="datePublished"></time><p data-svc-slot="description"></p></article></body></html>'

/**
 * Compare a page of the public site, for visitors without a session, with the same HTML from memory: kept in the cache, and rendered for each request.
 * @param folder for the stores
 * @param against the compiled service of another commit, whose pages are rendered for each request too
 * @returns a table for people
 */
export async function comparePages(
  folder: string,
  { seconds, rounds, against }: { seconds: number; rounds: number; against?: string },
): Promise<string> {
  const services: Service[] = []
  const start = async (name: string, options: JsonObject, main?: string): Promise<Service> => {
    const store = { SQLITE_PATH: join(folder, `site-${name}.db`), MONGODB_URL: '' }
    const service = await startService(folder, store, { 'site-renderer': options }, main)
    services.push(service)
    await fill(service.administrator)
    return service
  }
  const html = createServer()
  try {
    const kept = await start('kept', {})
    const anew = await start('anew', { maxCacheBytes: 0 })
    const there = against === undefined ? [] : [await start('there', { maxCacheBytes: 0 }, against)]
    const page = await (await fetch(`${kept.url}/site/blog-0`)).text()
    if (page.split('<article').length !== entities + 1) throw new Error('the page does not show its list')
    html.on('request', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
    await new Promise<void>(resolve => html.listen(0, '127.0.0.1', resolve))
    const servers: readonly [string, LoadedServer][] = [
      ['the same HTML from memory, node:http', { url: `http://127.0.0.1:${portOf(html)}` }],
      ['cached', asVisitor(kept)],
      [`rendered each time, with a list of ${entities}`, asVisitor(anew)],
      ...there.map((service): [string, LoadedServer] => ['the same by the other commit', asVisitor(service)]),
    ]
    const requests = Array.from({ length: pages }, (_, at) => ({ path: `/site/blog-${at}` }))
    for (const [, server] of servers) {
      // Until the code is compiled; first without load, because 50 requests that are that slow at once would be refused.
      for (const { path } of requests) await (await fetch(server.url + path)).arrayBuffer()
      await measureLoad(server, requests, 2 * seconds)
    }
    const loads = servers.map((): Load[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [at, [, server]] of servers.entries()) loads[at]?.push(await measureLoad(server, requests, seconds))
    const lines = servers.map(([name], at) => line(name, loads[at] ?? [], loads[0] ?? []))
    const heading = `| page of the site (${Buffer.byteLength(page)} bytes) | answers/s | µs/answer | ratio |`
    return [heading, '|---|---|---|---|', ...lines, ''].join('\n')
  } finally {
    html.close()
    await Promise.all(services.map(service => service.stop()))
  }
}

function line(name: string, loads: readonly Load[], reference: readonly Load[]): string {
  const [rate, cost] = [median(loads.map(load => load.rate)), median(loads.map(load => load.processorUs))].map(
    Math.round,
  )
  const ratio = median(loads.map((load, at) => load.rate / (reference[at]?.rate ?? Number.NaN)))
  return `| ${name} | ${rate} | ${Number.isNaN(cost) ? '' : cost} | ${ratio.toFixed(3)} |`
}

/** Without the session of the member. */
const asVisitor = ({ url, pid }: Service): LoadedServer => ({ url, pid })

async function fill(client: Client): Promise<void> {
  await call(client, 'POST', '/api/resource-types/presets/website')
  const { id } = await call<{ id: string }>(client, 'POST', '/api/web-page-template', {
    name: 'Blog',
    templateBody: template,
  })
  for (let number = 0; number < pages; number++)
    await call(client, 'POST', '/api/web-page', { name: 'Blog', slug: `blog-${number}`, template: id })
  for (let number = 1; number <= entities; number++) {
    const description = 'A summary that says in a sentence or two what the post is about, as they do.'
    await call(client, 'POST', '/api/blog-post', {
      headline: `Post ${number}`,
      description,
      datePublished: '2026-03-01',
      status: 'published',
    })
  }
}
