import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../kernel/index.ts'
import { isObject } from '../lib/json/index.ts'
import type { Json, JsonObject } from '../lib/json/index.ts'
import { pluralName } from '../plugins/types/registry/slugs.ts'

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
  const icons = await readFile(join(packageRoot, 'admin/src/ui/basics/icons.ts'), 'utf8')
  const hasIcon = (name: string): boolean => new RegExp(`^  '?${name}'?: \\w+,$`, 'm').test(icons)
  const presets = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isDirectory())
  t.equal(presets.length, 7)
  const messages = (language: string) =>
    readFile(join(packageRoot, `plugins/presets/admin/messages/${language}/presets.ts`), 'utf8')
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
