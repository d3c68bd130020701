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
const isOfAdmin = (path: string): boolean => /^plugins\/[a-z-]+\/admin\//.test(path)
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
    for (const imported of source.imports)
      t.match(imported, /^(?:testing|cli|kernel|lib)\//, `${source.path} imports ${imported}`)
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
        ? /^(?:kernel|lib|testing|test)\//
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

t.test('exceptions from linter rules state their reason', async t => {
  const sources = [...kernel, ...lib, ...cli, ...plugins, ...testing, ...sourcesIn('admin')]
  const comments = sources.flatMap(({ text }) => text.match(/oxlint-disable.*/g) ?? [])
  for (const comment of comments) t.match(comment, / -- \w/)
  t.ok(comments.length > 0)
})
