import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import t from 'tap'
import { packageRoot } from '../kernel/package-root.ts'

interface Source {
  /** Path from the root of the package, with `/`. */
  path: string
  text: string
  /** Its imports from the package, as paths from the root. */
  imports: string[]
}

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => readSource(relative(packageRoot, join(entry.parentPath, entry.name))))
}

function readSource(file: string): Source {
  const text = readFileSync(join(packageRoot, file), 'utf8')
  const imports = [...text.matchAll(specifier)].map(([, to = '']) =>
    relative(packageRoot, resolve(packageRoot, dirname(file), to))
      .split(sep)
      .join('/'),
  )
  return { path: file.split(sep).join('/'), text, imports }
}

/** Whether a source imports only types from this contract of a plugin. */
function importsTypesAlone(text: string, contract: string): boolean {
  const [, plugin = ''] = contract.split('/')
  return text
    .replaceAll(/\{[^}]*\}/g, names => names.replaceAll('\n', ' '))
    .split('\n')
    .filter(line => line.includes(`/${plugin}/contract.ts'`))
    .every(line => /^(?:import|export) type /.test(line))
}

const kernel = sourcesIn('kernel')
const lib = sourcesIn('lib')
const cli = sourcesIn('cli')
const plugins = sourcesIn('plugins')
const testing = sourcesIn('testing')
/** The admin screens of a plugin run in the browser: they use the admin, and the service does not use them. */
const isOfAdmin = (path: string): boolean => /^plugins\/[a-z-]+\/screens\//.test(path)
const isTest = ({ path }: Source): boolean =>
  /(?:\.test|\/(?:testing|testing-\w+|test-\w+))\.ts$|\/testing\//.test(path)
const pluginOf = (path: string): string => path.split('/')[1] ?? ''
const pluginNames = new Set(plugins.map(({ path }) => pluginOf(path)))

t.test('there are files to check', async t => {
  t.ok(kernel.length > 50 && kernel.some(({ imports }) => imports.length > 3))
  t.ok(pluginNames.has('health') && plugins.some(({ imports }) => imports.includes('kernel/index.ts')))
  for (const { path, imports } of [...kernel, ...lib, ...cli, ...plugins]) {
    for (const imported of imports) t.ok(existsSync(join(packageRoot, imported)), `${path} imports ${imported}`)
  }
})

t.test('imports flow one way: libraries, kernel, plugins and the command line', async t => {
  for (const source of lib.filter(one => !isTest(one))) {
    for (const imported of source.imports) {
      t.match(imported, /^lib\//, `${source.path} imports ${imported}`)
    }
  }
  for (const source of kernel.filter(one => !isTest(one))) {
    for (const imported of source.imports) t.match(imported, /^(?:kernel|lib)\//, `${source.path} imports ${imported}`)
  }
  for (const source of cli.filter(one => !isTest(one))) {
    for (const imported of source.imports)
      t.match(imported, /^(?:cli|kernel|lib)\//, `${source.path} imports ${imported}`)
  }
  for (const source of testing) {
    const isInternal = source.path.startsWith('testing/internal/')
    for (const imported of source.imports) {
      t.match(imported, /^(?:testing|cli|kernel|lib)\//, `${source.path} imports ${imported}`)
      if (!isInternal)
        t.notMatch(imported, /^testing\/internal\//, `${source.path} is published, and imports ${imported}`)
    }
    if (!isInternal) t.notMatch(source.text, /from 'tap'/, `${source.path} is published, and needs no tap`)
  }
})

t.test('nothing imports from the tests, and a test from no other', async t => {
  const tests = sourcesIn('test')
  t.ok(tests.some(({ path }) => path.startsWith('test/stores/')))
  for (const { path, imports } of [...kernel, ...lib, ...cli, ...plugins, ...testing]) {
    for (const imported of imports) t.notMatch(imported, /^test\/|\.test\.ts$/, `${path} imports ${imported}`)
  }
  for (const { path, imports } of tests) {
    for (const imported of imports) t.notMatch(imported, /\.test\.ts$/, `${path} imports ${imported}`)
  }
})

t.test('the libraries form no cycle', async t => {
  const needs = new Map<string, Set<string>>()
  for (const source of lib.filter(one => !isTest(one))) {
    const own = source.path.split('/')[1] ?? ''
    for (const imported of source.imports) {
      const other = imported.split('/')[1] ?? ''
      if (other !== own) needs.set(own, (needs.get(own) ?? new Set()).add(other))
    }
  }
  const visit = (part: string, path: readonly string[]): void => {
    if (path.includes(part)) t.fail(`lib/${[...path, part].join(' → lib/')}`)
    else for (const other of needs.get(part) ?? []) visit(other, [...path, part])
  }
  for (const part of needs.keys()) visit(part, [])
  t.ok(needs.size > 5)
})

t.test('plugins import the index of the kernel, and no other plugin', async t => {
  for (const source of plugins) {
    const own = `plugins/${pluginOf(source.path)}/`
    const isInBrowser = isOfAdmin(source.path)
    const door = isInBrowser
      ? /^(?:admin\/src\/index\.ts$|lib\/)/
      : isTest(source)
        ? /^(?:kernel|lib|testing)\//
        : /^(?:lib\/|kernel\/index\.ts$)/
    for (const imported of source.imports) {
      const contract = /^plugins\/[a-z-]+\/contract\.ts$/.test(imported) && importsTypesAlone(source.text, imported)
      const isOwn = imported.startsWith(own) && isOfAdmin(imported) === isInBrowser
      t.ok(isOwn || door.test(imported) || contract, `${source.path} imports ${imported}`)
    }
  }
})

t.test('only the adapters import a database driver', async t => {
  const drivers = /from '(?:mongodb|@photostructure\/sqlite|node:sqlite)'/
  for (const { path, text } of [...kernel, ...lib, ...cli, ...plugins]) {
    if (/^plugins\/(?:sqlite|mongodb)\//.test(path)) continue
    t.notMatch(text, drivers, path)
  }
})

/** Large packages that only some requests need: what a start or a command imports leads to none of them. */
const onDemand = new Set([
  '@fastify/busboy',
  'file-type',
  'jsonld',
  'markdown-it',
  'nodemailer',
  'parse5',
  'sanitize-html',
  'sharp',
  'swagger-ui-dist',
])

t.test('a start loads no package that only some requests need', async t => {
  const statically = /^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm
  const sources = new Map([...kernel, ...lib, ...cli, ...plugins].map(source => [source.path, source]))
  const begun = [...sources.keys()].filter(path =>
    /^plugins\/[a-z-]+\/(?:index|(?:commands\/)?commands|commands\/index)\.ts$/.test(path),
  )
  const reached = new Map(['kernel/app.ts', 'cli/main.ts', ...begun].map(path => [path, path]))
  const packages = new Set<string>()
  for (const [path, by] of reached) {
    for (const [, to = ''] of sources.get(path)?.text.matchAll(statically) ?? []) {
      packages.add(to)
      t.notOk(onDemand.has(to), `${path} imports ${to} (from ${by})`)
      const next = resolve(packageRoot, dirname(path), to)
      const source = to.startsWith('.') ? relative(packageRoot, next).split(sep).join('/') : ''
      if (source !== '' && !reached.has(source)) reached.set(source, path)
    }
  }
  t.ok(reached.size > 300 && packages.has('fastify'), 'the imports were followed')
})

t.test('exceptions from linter rules state their reason', async t => {
  const sources = [...kernel, ...lib, ...cli, ...plugins, ...testing, ...sourcesIn('admin')]
  const comments = sources.flatMap(({ text }) => text.match(/oxlint-disable.*/g) ?? [])
  for (const comment of comments) t.match(comment, / -- \w/)
  t.ok(comments.length > 0)
})

const pluginFolders = readdirSync(join(packageRoot, 'plugins')).map(name => `plugins/${name}/screens`)

/** The source files of the admin, including those of plugins. */
const adminSources = ['admin/src', ...pluginFolders]
  .filter(folder => existsSync(join(packageRoot, folder)))
  .flatMap(filesIn)
const isGenerated = ({ path }: Pick<Source, 'path'>): boolean => path === 'admin/src/api/schema.d.ts'
const written = adminSources.filter(source => !isGenerated(source))

function filesIn(folder: string): Pick<Source, 'path' | 'text'>[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:ts|vue|css)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ path: relative(packageRoot, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }))
}

/** The imports of a source, as written. */
const importsIn = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, imported = '']) => imported)

/** The template of a component. */
const templateOf = ({ text }: Pick<Source, 'text'>): string => /<template>([^]*)<\/template>/.exec(text)?.[1] ?? ''

t.test('there are files of the admin to check', async t => {
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

/** The names that a module exports from others, of values and types. */
const exportedBy = (path: string): string[] =>
  written
    .filter(source => source.path === path)
    .flatMap(({ text }) => [...text.matchAll(/^export (?:type )?(?:\* as (\w+)|\{([^}]*)\}) from/gm)])
    .flatMap(([, module, names = '']) => module ?? names.split(',').map(name => name.replace(/^.* as /s, '').trim()))
    .filter(name => name !== '')

t.test('the kit has few names, those of its modules included, and screens of plugins use each of them', async t => {
  const screens = written.filter(({ path }) => path.startsWith('plugins/')).map(({ text }) => text)
  const names = exportedBy('admin/src/index.ts')
  const modules = written.filter(({ path }) => path.startsWith('admin/src/kit/'))
  for (const { path, text } of modules) t.notMatch(text, /export \*/, `${path} names what it exports`)
  const inner = modules.flatMap(({ path }) =>
    exportedBy(path).map(name => `${path.replace(/^.*\/|\.ts$/g, '')}.${name}`),
  )
  t.ok(names.length > 50 && names.length <= 77, `${names.length} names`)
  t.ok(inner.length > 50 && names.length + inner.length <= 157, `${names.length + inner.length} names with modules`)
  for (const name of [...names, ...inner])
    t.ok(
      screens.some(text => new RegExp(`(?:[^\\w.]|\\.{3})${name}\\b`).test(text)),
      `a screen uses ${name}`,
    )
})

t.test('addresses of the API are in one place', async t => {
  const isOwn = (path: string): boolean =>
    path.startsWith('admin/src/api/') || path === 'plugins/events/screens/source.ts' // the stream of events
  const elsewhere = written.filter(({ path }) => /\.(?:vue|ts)$/.test(path) && !isOwn(path))
  for (const { path, text } of elsewhere) t.notMatch(text, /\bfetch\(|new EventSource\(/, path)
})
