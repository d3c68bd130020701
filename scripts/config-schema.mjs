// Writes config/schema.json, the JSON Schema of a configuration file for editors: the keys that the loader checks, and the options that the
// built-in plugins declare. `--check` writes nothing, and exits with 1 when the file is not up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { format, resolveConfig } from 'prettier'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'config', 'schema.json')
const { configSchema } = await import(pathToFileURL(join(root, 'dist', 'kernel', 'config', 'config-schema.js')).href)
const { properties, ...keywords } = configSchema

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Configuration of Plinth',
  ...keywords,
  properties: { ...properties, plugins: { ...properties.plugins, properties: await pluginSettings() } },
}
const text = await format(JSON.stringify(schema), { ...(await resolveConfig(target)), parser: 'json' })
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  process.stderr.write('config/schema.json is not up to date; run npm run config:schema\n')
  process.exitCode = 1
}

/** What each built-in plugin accepts: false, true or its options. */
async function pluginSettings() {
  const folder = join(root, 'dist', 'plugins')
  const settings = {}
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name, 'index.js')
    if (!existsSync(file)) continue
    const { default: manifest } = await import(pathToFileURL(file).href)
    settings[name] = {
      anyOf: [{ type: 'boolean' }, manifest.options ?? { type: 'object', additionalProperties: false }],
    }
  }
  return settings
}
