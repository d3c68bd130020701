import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { CliResult } from '../../testing/index.ts'
import { testSite } from './testing.ts'

type Plinth = (...args: string[]) => Promise<CliResult>

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

const layout =
  '<!doctype html><html lang="en"><head></head><body><nav><a href="/site">Home</a> <a href="/site/blog">Blog</a></nav><main data-svc-fragment="content"></main></body></html>'
const list =
  '<h1 data-svc-slot="name"></h1><article data-svc-entity="BlogPosting" data-svc-list="2" data-svc-pages><a data-svc-slot="href:@url(post); text:headline"></a></article>'
const post =
  '<nav data-svc-entity="breadcrumb"></nav><article data-svc-entity="BlogPosting"><h1 data-svc-slot="headline"></h1><div data-svc-slot="articleBody"></div></article>'

t.test('lint, build and check a site', async t => {
  const folder = t.testdir({})
  const path = join(folder, 'plinth.db')
  const app = await buildTestApp({ config: { store: { kind: 'sqlite', path } } })
  t.teardown(() => app.close())
  const url = await app.listen()
  const plinth: Plinth = (...args) => callCli(['--url', url, ...args], { cwd: folder })
  const { create, replace, archive } = await testSite(app)
  const theme = await create('theme', {
    name: 'T',
    styles: 'body { background: url("/site/assets/logo.svg") }',
    fragments: { layout },
  })
  const site = await create('web-site', { name: 'Site', theme })
  const lists = await create('web-page-template', { name: 'List', templateBody: list })
  const posts = await create('web-page-template', { name: 'Post', templateBody: post, slots: ['breadcrumb'] })
  await create('web-page', { name: 'Home', slug: 'index', template: lists })
  const blog = await create('web-page', { name: 'Blog', slug: 'blog', template: lists })
  await create('web-page', { name: 'Post', slug: 'post', template: posts })
  const articleBody = '[All](/site/blog)'
  const oldest = await create('blog-post', { status: 'published', headline: 'one', slug: 'one', articleBody })
  for (const slug of ['two', 'three'])
    await create('blog-post', { status: 'published', headline: slug, slug, articleBody })

  const sound = await plinth('site', 'lint')
  t.strictSame([sound.code, sound.stdout], [0, 'The templates are as they should be.\n'])
  const whole = await plinth('site', 'check')
  t.match([whole.code, whole.stdout], [0, /links on \d+ pages, none of them broken/])

  const out = join(folder, 'out')
  t.match((await plinth('site', 'build', '--out', join(folder, 'unnamed'))).stderr, /warning: .*--base-url/)
  await replace(site, { name: 'Site', theme, url: 'https://lantern.example/' })
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  const built = await plinth('--json', 'site', 'build', '--out', out)
  t.match([built.code, built.stderr], [0, ''])
  for (const name of [
    'index.html',
    'blog/index.html',
    'blog/page-2/index.html',
    'post/one/index.html',
    '404.html',
    'sitemap.xml',
    'robots.txt',
    'feed.xml',
    'assets/logo.svg',
  ]) {
    t.ok(existsSync(join(out, name)), name)
  }
  const page = read('blog/page-2/index.html')
  t.match(page, '<a href="../../index.html">Home</a> <a href="../index.html"')
  t.match(page, 'href="../../post/one/index.html">one<')
  t.match(page, '<link rel="canonical" href="https://lantern.example/blog/page-2/">', 'the address of the site')
  t.match(page, '<meta property="og:url" content="https://lantern.example/blog/page-2/">')
  t.match(read('index.html'), '<link rel="canonical" href="https://lantern.example/">')
  t.match(read('post/one/index.html'), '<a href="../../blog/index.html">All</a>')
  t.match(read('404.html'), 'href="/index.html"', 'shown at any depth')
  t.match(read('sitemap.xml'), '<loc>https://lantern.example/post/one/</loc>')
  const sheet = /href="([^"]*assets\/theme-[^"]*\.css)"/.exec(read('index.html'))?.[1] ?? ''
  t.match(read(sheet), 'url("logo.svg")')
  t.notMatch([read('index.html'), page].join(''), /(?:href|src)="\/site/)

  const { mtimeMs } = statSync(join(out, 'post/one/index.html'))
  t.match(json((await plinth('--json', 'site', 'build', '--out', out)).stdout), { written: 0, removed: 0 })
  t.equal(statSync(join(out, 'post/one/index.html')).mtimeMs, mtimeMs, 'unchanged files are not written')
  writeFileSync(join(out, 'mine.txt'), 'mine')
  await archive(oldest)
  const again = json(
    (await plinth('--json', 'site', 'build', '--out', out, '--base-url', 'https://other.example/sub')).stdout,
  )
  t.match(again, { removed: 3 }, 'a post, and the second pages of two lists')
  t.ok(existsSync(join(out, 'mine.txt')), 'nothing else is removed')
  t.match(read('404.html'), 'href="/sub/index.html"')
  t.match(read('index.html'), '<link rel="canonical" href="https://other.example/sub/">')
  const elsewhere = await plinth('site', 'build', '--out', folder)
  t.match([elsewhere.code, elsewhere.stderr], [2, /is not empty/])

  const victim = join(folder, 'victim')
  mkdirSync(victim)
  writeFileSync(join(victim, 'index.html'), 'mine')
  rmSync(join(out, 'post'), { recursive: true })
  symlinkSync(victim, join(out, 'post'))
  const linked = await plinth('site', 'build', '--out', out)
  t.match([linked.code, linked.stderr], [1, /cannot write .*post: it is a link; links are not followed/])
  rmSync(join(out, 'post'))
  rmSync(join(out, 'index.html'))
  symlinkSync(join(victim, 'index.html'), join(out, 'index.html'))
  const linkedFile = await plinth('site', 'build', '--out', out)
  t.match([linkedFile.code, linkedFile.stderr], [1, /cannot write .*index\.html: it is a link/])
  t.strictSame([readdirSync(victim), readFileSync(join(victim, 'index.html'), 'utf8')], [['index.html'], 'mine'])
  rmSync(join(out, 'index.html'))
  t.equal((await plinth('site', 'build', '--out', out)).code, 0)

  await archive(blog)
  const broken = await plinth('site', 'check')
  t.match([broken.code, broken.stdout], [1, /^\/: \/site\/blog \(status 404\)$/m])
  const odd = {
    name: 'Odd',
    templateBody: '<p data-svc-entity="Nothing"></p><b data-svc-slot="nme"></b><script></script>',
    slots: ['gone'],
  }
  await create('web-page-template', odd)
  const problems = await plinth('site', 'lint')
  t.equal(problems.code, 1)
  for (const expected of ['Nothing', 'nme', 'script', 'gone']) t.match(problems.stdout, expected)

  await app.close()
  const remote = join(folder, 'on-the-store')
  const onStore = await callCli(['--json', 'site', 'build', '--out', remote], {
    cwd: folder,
    env: { SQLITE_PATH: path },
  })
  t.equal(onStore.code, 0, onStore.stderr)
  t.ok(existsSync(join(remote, 'post/two/index.html')), 'on the store as well')
})
