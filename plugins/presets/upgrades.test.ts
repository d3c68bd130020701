import type { DocumentStore } from '../../kernel/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { onEachStore } from '../../testing/internal/each-store.ts'
import type { Presets } from './contract.ts'
import { presetRecords } from './install/records.ts'

onEachStore('what the site has shown so far without a state of publication becomes published, once', async (t, app) => {
  const { request } = app
  const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
  const presets = app.app.diContainer.resolve<Presets>('presets')
  t.equal((await request('POST', '/api/resource-types/presets/website')).statusCode, 200)
  const create = async (slug: string, data: object): Promise<string> =>
    (await request('POST', `/api/${slug}`, data)).json<{ id: string }>().id
  const empty = await create('blog-post', { headline: 'Empty', status: null })
  const absent = await create('blog-post', { headline: 'Absent' })
  const article = await create('article', { headline: 'Article' })
  const hidden = await create('article', { headline: 'Hidden', status: 'unpublished' })
  const archived = await create('blog-post', { headline: 'Archived' })
  t.equal((await request('DELETE', `/api/blog-post/${archived}`)).statusCode, 204)
  t.strictSame(await presets.planUpgrades(), [], 'installed by this version: these are drafts')

  const record = await presetRecords.find(store, 'urn:preset:website')
  t.ok(record)
  if (record === undefined) return
  await store.write([presetRecords.replace(presetRecords.next(record, { upgrades: [] }))])
  t.match(await presets.planUpgrades(), [{ name: 'website/published', rows: 4 }])
  await presets.runUpgrades()
  t.strictSame(await presets.planUpgrades(), [])
  for (const id of [empty, absent, article, archived]) {
    const stored = await store.get(id.startsWith('urn:article') ? 'articles' : 'blog_posts', id)
    t.ok(stored)
    if (stored === undefined) continue
    t.equal(readData(stored)['status'], 'published')
    t.equal(readMeta(stored).status, id === archived ? 'archived' : 'active')
  }
  const own = await store.get('articles', hidden)
  t.equal(own === undefined ? undefined : readData(own)['status'], 'unpublished')
  const versions = (await request('GET', `/api/blog-post/${empty}/versions`)).json<{ data: object[] }>().data
  t.equal(versions.length, 2)
  const events = (await request('GET', `/api/events?subject=${encodeURIComponent(empty)}`)).json<{ data: object[] }>()
    .data
  t.match(JSON.stringify(events), /"Resource\.Updated".*"urn:user:system"|"urn:user:system".*"Resource\.Updated"/)

  await create('blog-post', { headline: 'Draft' })
  await presets.runUpgrades()
  const drafts = await request('GET', '/api/blog-post?_filter[status][exists]=false')
  t.equal(drafts.json<{ data: object[] }>().data.length, 1, 'a later one stays a draft')
})
