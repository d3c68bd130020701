import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import t from 'tap'
import { packageRoot } from '../kernel/package-root.ts'

interface Source {
  /** Path from the root of the package, with `/`. */
  path: string
  text: string
}

const pluginFolders = readdirSync(join(packageRoot, 'plugins')).map(name => `plugins/${name}/admin`)

/** The source files of the admin, including those of plugins. */
const sources = ['admin/src', ...pluginFolders]
  .filter(folder => existsSync(join(packageRoot, folder)))
  .flatMap(sourcesIn)
const isGenerated = ({ path }: Source): boolean => path === 'admin/src/api/schema.d.ts'
const written = sources.filter(source => !isGenerated(source))

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:ts|vue|css)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({
      path: relative(packageRoot, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }))
}

/** The imports of a source, as written. */
const importsIn = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, imported = '']) => imported)

/** The template of a component. */
const templateOf = ({ text }: Source): string => /<template>([^]*)<\/template>/.exec(text)?.[1] ?? ''

t.test('there are files to check', async t => {
  t.ok(written.length > 20 && written.some(source => templateOf(source).includes('<')))
})

t.test('user content is never rendered as HTML, and no styles violate the policy', async t => {
  for (const source of written) {
    t.notMatch(source.text, /v-html|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/, source.path)
    t.notMatch(source.text, /\beval\(|new Function\(/, source.path)
    t.notMatch(templateOf(source), /\sstyle="/, `${source.path}: a static style becomes HTML that the policy strips`)
  }
})

t.test('the admin uses nothing of the server except its API', async t => {
  for (const { path, text } of written) {
    for (const imported of importsIn(text)) {
      t.notMatch(imported, /^node:|(?:^|\/)kernel\/|^(?:\.\.\/){3,}(?:presets|config)\//, `${path} imports ${imported}`)
    }
  }
})

t.test('screens of a plugin use the index of the admin, their own plugin and libraries', async t => {
  for (const { path, text } of written.filter(({ path }) => path.startsWith('plugins/'))) {
    const own = path.split('/').slice(0, 3).join('/')
    for (const imported of importsIn(text).filter(name => name.startsWith('.'))) {
      const target = join(dirname(path), imported).split(sep).join('/')
      t.ok(
        target === 'admin/src/index.ts' || target.startsWith(`${own}/`) || target.startsWith('lib/'),
        `${path} imports ${target}`,
      )
    }
  }
})

t.test('addresses of the API are in one place', async t => {
  const isOwn = (path: string): boolean =>
    path.startsWith('admin/src/api/') || path === 'plugins/events/admin/source.ts' // the stream of events
  const elsewhere = written.filter(({ path }) => /\.(?:vue|ts)$/.test(path) && !isOwn(path))
  for (const { path, text } of elsewhere) t.notMatch(text, /\bfetch\(|new EventSource\(/, path)
})
