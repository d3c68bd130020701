import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { secretVariables } from '../kernel/config/environment.ts'
import { packageRoot } from '../kernel/package-root.ts'
import { compile, failures } from '../kernel/validation.ts'
import { isObject } from '../lib/json/index.ts'
import type { Json, JsonObject } from '../lib/json/index.ts'
import { operatorNames } from '../lib/store-kit/document-query.ts'
import { pluralName } from '../plugins/types/registry/slugs.ts'

const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')

/** The pages of the documentation, from the root of the package. */
const pages = ['', 'bench', 'cli', 'config', 'docs', 'examples', 'kernel', 'lib', 'plugins', 'test'].flatMap(folder =>
  readdirSync(join(packageRoot, folder), { recursive: folder !== '', withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name).slice(packageRoot.length + 1)),
)

t.test('links between the pages lead to files', async t => {
  t.ok(pages.length > 40)
  const dead = pages.flatMap(page =>
    [...read(page).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
      .map(([, to = '']) => normalize(join(dirname(page), to)))
      .filter(to => !existsSync(join(packageRoot, to)))
      .map(to => `${page}: ${to}`),
  )
  t.strictSame(dead, [])
})

t.test('docs/api.md explains every operator of filters, and no others', async t => {
  const table = read('docs/api.md').split('| operator ')[1]?.split('\n\n')[0] ?? ''
  const rows = table.split('\n').slice(2)
  const named = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/[a-z]+/g)].map(([name]) => name))
  t.strictSame(named.toSorted(), [...operatorNames].toSorted())
})

const schema = JSON.parse(read('config/schema.json')) as {
  properties: Record<string, { properties?: Record<string, unknown> }>
}

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
  const sources = ['kernel/config', 'kernel/process'].flatMap(folder =>
    readdirSync(join(packageRoot, folder)).map(file => read(join(folder, file))),
  )
  const inSources = sources.flatMap(source =>
    [...source.matchAll(/variable\(environment, '(\w+)'/g)].map(([, name]) => name),
  )
  const variables = new Set([...inSources, ...secretVariables.map(name => `${name}_FILE`)])
  t.strictSame(namesUnder('Environment').toSorted(), [...variables].toSorted())
})

const folder = join(packageRoot, 'presets')

/** Enums of codes that need no names. */
const codes = new Set(['offer.priceCurrency', 'product.weight.unitText'])

const isGerman = (titles: Json | undefined): boolean => isObject(titles) && titles['de'] !== undefined

/** Missing or unreadable names of a property and its nested properties. */
function faultsOf(schema: JsonObject, path: string): string[] {
  const { properties, items, oneOf, enum: values } = schema
  const choices = Array.isArray(oneOf) ? oneOf.filter(isObject) : []
  return [
    ...choices
      .filter(one => typeof one['title'] !== 'string' || one['x-color'] === undefined || !isGerman(one['x-titles']))
      .map(one => `${path}: the choice ${String(one['const'])} lacks title, x-color or a German title`),
    ...(values !== undefined && !codes.has(path) ? [`${path}: choices need titles`] : []),
    ...(isObject(items) ? faultsOf(items, path) : []),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) => {
      const at = `${path}.${name}`
      if (!isObject(inner)) return [`${at}: is no schema`]
      const isNamed = typeof inner['title'] === 'string' && isGerman(inner['x-titles'])
      return [...(isNamed ? [] : [`${at}: lacks a title or a German one`]), ...faultsOf(inner, at)]
    }),
  ]
}

/** A message of the admin, as it stands in its file. */
const messageIn = (file: string, key: string): string | undefined =>
  new RegExp(`^  '?${key}'?:\\s+'(.*)',$`, 'm').exec(file)?.[1]

t.test('every type and property of the presets has a readable name, in English and German', async t => {
  const readIcons = (file: string) => readFile(join(packageRoot, 'admin/src/ui/basics', file), 'utf8')
  const icons = (await readIcons('bundled-icons.ts')) + (await readIcons('icons.ts'))
  const hasIcon = (name: string): boolean => {
    const exported = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
    return new RegExp(`^  (?:${exported}|${name}: '.+'),$`, 'm').test(icons)
  }
  const presets = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isDirectory())
  t.equal(presets.length, 7)
  const messages = (language: string) =>
    readFile(join(packageRoot, `plugins/presets/screens/messages/${language}/presets.ts`), 'utf8')
  const [english, german] = [await messages('en'), await messages('de')]
  for (const { name } of presets) {
    for (const key of [`title_${name}`, `about_${name}`]) {
      t.ok(messageIn(english, key) && messageIn(german, key), `the admin has ${key}`)
    }
    const types = join(folder, name, 'types')
    for (const file of await readdir(types)) {
      const { slug, name: typeName, schema } = JSON.parse(await readFile(join(types, file), 'utf8'))
      t.equal(messageIn(english, `types_${slug}`), pluralName(typeName, schema), `${slug}: as the admin offers it`)
      t.equal(messageIn(german, `types_${slug}`), schema['x-titles'].de.many, `${slug}: as the admin offers it`)
      t.ok(hasIcon(schema['x-icon']), `${slug}: the admin has the icon ${schema['x-icon']}`)
      t.type(schema['x-color'], 'string', `${slug}: x-color`)
      t.match(schema['x-titles'], { de: { one: /\S/, many: /\S/ } }, slug)
      t.strictSame(faultsOf(schema, slug), [])
    }
  }
})
