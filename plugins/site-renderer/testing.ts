import type { LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import type { TestApp } from '../../testing/index.ts'
import { testAllStores } from '../../testing/internal/each-store.ts'

/** Run a test on a service of its own, without plugins that no site needs: it starts sooner. */
export const onSite = (name: string, run: (t: Test, app: TestApp) => Promise<void>): void =>
  testAllStores(name, run, ['backup', 'meal-planning', 'openapi', 'transfer', 'views'])

/** A function that sends requests to a service. */
type Ask = Pick<TestApp, 'request'>

/** A site that a test builds. */
export interface TestSite {
  /** @returns the id */
  create(typeSlug: string, data: object): Promise<string>
  replace(id: string, data: object): Promise<void>
  archive(id: string): Promise<void>
  /** A page and its template. @returns both ids */
  page(slug: string, templateBody: string, data?: object): Promise<{ page: string; template: string }>
  /** The answer of the site. */
  open(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** Install the preset `website`. @param ask sends requests as the user who builds it; in production mode an administrator */
export async function testSite({ request }: Ask, visitor: Ask = { request }): Promise<TestSite> {
  const succeed = async (method: string, url: string, body?: object): Promise<LightMyRequestResponse> => {
    const answer = await request(method, url, body)
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer
  }
  const create = async (typeSlug: string, data: object): Promise<string> =>
    (await succeed('POST', `/api/${typeSlug}`, data)).json<{ id: string }>().id
  const path = (id: string): string => `/api/${id.split(':')[1]}/${id}`
  await succeed('POST', '/api/resource-types/presets/website')
  return {
    create,
    replace: async (id, data) => void (await succeed('PUT', path(id), data)),
    archive: async id => void (await succeed('DELETE', path(id))),
    async page(slug, templateBody, data = {}) {
      const template = await create('web-page-template', { name: slug, templateBody })
      return { template, page: await create('web-page', { name: slug, slug, template, ...data }) }
    },
    open: (path, headers) => visitor.request('GET', path, undefined, { accept: 'text/html,*/*;q=0.8', ...headers }),
  }
}

/** The content of the first element with this id, tags included. */
export function inner(html: string, id: string): string | undefined {
  const start = new RegExp(`<([a-z][a-z0-9]*)[^>]*\\bid="${id}"[^>]*>`).exec(html)
  if (start === null) return undefined
  const from = start.index + start[0].length
  return html.slice(from, html.indexOf(`</${start[1]}>`, from))
}

/** The start tag of the first element with this id. */
export const tag = (html: string, id: string): string | undefined =>
  new RegExp(`<[a-z][a-z0-9]*[^>]*\\bid="${id}"[^>]*>`).exec(html)?.[0]

/** The JSON-LD documents of a page. */
export const linkedData = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  )
