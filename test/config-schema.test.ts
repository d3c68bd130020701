import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { knownVariables } from '../kernel/config/environment.ts'
import { packageRoot } from '../kernel/package-root.ts'
import { compile, failures } from '../kernel/validation.ts'
import { isObject } from '../lib/json/index.ts'

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')
const schema = JSON.parse(read('config/schema.json')) as {
  properties: Record<string, { properties?: Record<string, unknown> }>
}

/** All pages of the documentation, from the root of the package. */
const pages = ['', 'cli', 'config', 'docs', 'kernel', 'plugins'].flatMap(folder =>
  readdirSync(join(packageRoot, folder), { recursive: folder !== '', withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name).slice(packageRoot.length + 1)),
)

/** The configurations in a page: objects in its JSON blocks and code spans whose keys are all keys of a configuration file. */
function examplesIn(page: string): object[] {
  const text = read(page)
  const blocks = [...text.matchAll(/^```json\n(.*?)^```/gms), ...text.matchAll(/`(\{[^`\n]*\})`/g)]
  return blocks.flatMap(([, block = '']) => {
    const value = parse(block)
    if (!isObject(value)) return []
    const keys = Object.keys(value)
    return keys.length > 0 && keys.every(key => Object.hasOwn(schema.properties, key)) ? [value] : []
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a fragment
  }
}

/** The names in the first column of the table under a heading of `config/README.md`. */
function namesUnder(heading: string): string[] {
  const section = read('config/README.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| `'))
  return rows.flatMap(row => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

t.test('the schema for editors is what the loader and the plugins check', async t => {
  const script = join(packageRoot, 'scripts', 'config-schema.mjs')
  t.doesNotThrow(() => execFileSync(process.execPath, [script, '--check'], { stdio: ['ignore', 'ignore', 'pipe'] }))
})

t.test('every configuration in the package is valid by it, the examples of the documentation too', async t => {
  const validate = compile(schema)
  const check = (name: string, value: unknown): void => void t.strictSame(failures(validate, value), [], name)
  for (const file of readdirSync(join(packageRoot, 'config')).filter(file => /(?<!schema)\.json$/.test(file)))
    check(file, JSON.parse(read(`config/${file}`)))
  const examples = pages.flatMap(page => examplesIn(page).map(example => ({ page, example })))
  t.ok(examples.length > 3, `${examples.length} examples`)
  for (const { page, example } of examples) check(page, example)
  for (const wrong of [{ htp: {} }, { plugins: { health: { x: 1 } } }, { plugins: { 'site-renderer': { hosts: 1 } } }])
    t.not(failures(validate, wrong).length, 0, JSON.stringify(wrong))
})

t.test('config/README.md names every key of the schema and every variable, and no others', async t => {
  const keys = Object.entries(schema.properties).flatMap(([name, { properties = {} }]) =>
    ['http', 'log'].includes(name) ? Object.keys(properties).map(key => `${name}.${key}`) : [name],
  )
  t.strictSame(namesUnder('Keys').toSorted(), keys.toSorted())
  t.strictSame(namesUnder('Environment').toSorted(), [...knownVariables].toSorted())
})
