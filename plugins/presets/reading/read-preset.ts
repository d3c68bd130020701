import { BadRequest, compileCheck, failures } from '../../../kernel/index.ts'
import { checkContext } from '../../../lib/json-ld/index.ts'
import { compileSchema, readLanguageMaps } from '../../../lib/json-schema/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { fault, textOf } from './files.ts'
import { validate } from './manifest-check.ts'
import type { PresetFiles } from './files.ts'
import type { PresetManifest, Preset, PresetType, Sample } from './preset.ts'
import { checkLabels } from './labels.ts'
import * as schemas from '../schemas.ts'

const readManifestFile = checkedReader(() => validate)
const readType = checkedReader(() => compileCheck<PresetType>(schemas.type))
const readSeed = checkedReader(() => compileCheck<(JsonObject & { '@id': string })[]>(schemas.seed))

/** Maximum number of samples of a preset, so that all are loaded in one write. */
const maxSamples = 1000

/**
 * Read the manifest of a preset, without its types and samples.
 * @param folder name of the folder, which the preset's name must equal, if it is in one
 * @throws `BadRequest` naming preset, file and position
 */
export async function readPresetManifest(files: PresetFiles, folder?: string): Promise<PresetManifest> {
  const {
    sidebar = {},
    behaviours = [],
    drafts = [],
    samples = [],
    views = [],
    upgrades = [],
    ...rest
  } = await readManifestFile(files, 'preset.json')
  if (folder !== undefined && rest.name !== folder) {
    throw fault(files.title, 'preset.json', `name must be ${folder}, as the folder is`)
  }
  const { hidden_slugs = [], menu_groups = {}, group_titles = {} } = sidebar
  for (const slug of [hidden_slugs, ...Object.values(menu_groups)].flat()) {
    if (!rest.types.includes(slug)) throw fault(files.title, 'preset.json', `sidebar: ${slug} is none of its types`)
  }
  if (rest.sample_day !== undefined && Number.isNaN(Date.parse(rest.sample_day)))
    throw fault(files.title, 'preset.json', 'sample_day is no date')
  const unknown = Object.keys(group_titles).find(group => !Object.hasOwn(menu_groups, group))
  if (unknown !== undefined)
    throw fault(files.title, 'preset.json', `sidebar: group_titles: ${unknown} is none of its groups`)
  for (const { type_slug } of views) {
    if (!rest.types.includes(type_slug))
      throw fault(files.title, 'preset.json', `views: ${type_slug} is none of its types`)
  }
  return { ...rest, sidebar: { hidden_slugs, menu_groups, group_titles }, behaviours, drafts, samples, views, upgrades }
}

/**
 * Read a whole preset.
 * @throws `BadRequest` naming preset, file and position
 */
export async function readPreset(files: PresetFiles, manifest: PresetManifest): Promise<Preset> {
  await refuseUnnamed(files, manifest)
  const types = await Promise.all(manifest.types.map(slug => readOneType(files, slug)))
  const pictures = new Map<string, Sample>()
  const others = (await Promise.all(manifest.samples.map(slug => readSamples(files, slug, pictures)))).flat()
  const samples = [...pictures.values(), ...others]
  if (samples.length > maxSamples) throw fault(files.title, 'seed', `has more than ${maxSamples} samples`)
  checkLabels(files.title, samples)
  return { manifest, types, samples }
}

/** A file that the manifest does not name is a mistake that would go unnoticed. */
async function refuseUnnamed(files: PresetFiles, manifest: PresetManifest): Promise<void> {
  for (const [folder, named] of [
    ['types', manifest.types],
    ['seed', manifest.samples],
  ] as const) {
    for (const name of await files.list(folder)) {
      if (!named.includes(name)) throw fault(files.title, `${folder}/${name}.json`, 'preset.json does not name it')
    }
  }
}

async function readOneType(files: PresetFiles, slug: string): Promise<PresetType> {
  const path = `types/${slug}.json`
  const type = await readType(files, path)
  if (type.slug !== slug) throw fault(files.title, path, `slug must be ${slug}, as the file is named`)
  try {
    if (type.context !== undefined) checkContext(type.context)
    const { schema = null } = type
    const read = schema === null ? null : readLanguageMaps(schema, null)
    compileSchema(read)
    return { ...type, ...(read !== null && { schema: read }) }
  } catch (error) {
    throw error instanceof BadRequest ? fault(files.title, path, error.message) : error
  }
}

async function readSamples(files: PresetFiles, type_slug: string, pictures: Map<string, Sample>): Promise<Sample[]> {
  const path = `seed/${type_slug}.json`
  const samples: Sample[] = []
  for (const [index, { '@id': label, ...data }] of (await readSeed(files, path)).entries()) {
    const place = `${path}: [${index}]`
    samples.push({ type_slug, label, data: await resolveFiles({ files, place, pictures }, data), place })
  }
  return samples
}

/**
 * @param compiled returns the check of a part of a preset; called when it is first needed
 * @returns a reader of that part that throws `BadRequest` naming preset, file and every invalid position
 */
function checkedReader<Shape>(
  compiled: () => ReturnType<typeof compileCheck<Shape>>,
): (files: PresetFiles, path: string) => Promise<Shape> {
  let check: ReturnType<typeof compileCheck<Shape>> | undefined
  return async (files, path) => {
    const value: unknown = await files.read(path)
    check ??= compiled()
    if (check(value)) return value
    const wrong = failures(check, value).map(({ field, message }) => `${field === '' ? 'the file' : field} ${message}`)
    throw fault(files.title, path, wrong.join('; '))
  }
}

/** Where files in samples are found, and what is found of them. */
interface SampleReading {
  files: PresetFiles
  /** File and position, for messages. */
  place: string
  /** Pictures that become files, by their labels. */
  pictures: Map<string, Sample>
}

/**
 * Data with every `{"$file": path}` in it replaced by the text of that file of the preset, so that templates and style sheets are files that
 * their usual tools can open, and every `{"$picture": path, "description", "otherwise"}` by the label of a file with the picture.
 * @throws `BadRequest` naming preset and file when the file does not exist
 */
async function resolveFiles(reading: SampleReading, data: JsonObject): Promise<JsonObject> {
  const resolved: JsonObject = {}
  for (const [name, value] of Object.entries(data)) resolved[name] = await resolveValue(reading, value)
  return resolved
}

async function resolveValue(reading: SampleReading, value: Json): Promise<Json> {
  if (Array.isArray(value)) {
    const resolved: Json[] = []
    for (const item of value) resolved.push(await resolveValue(reading, item))
    return resolved
  }
  if (!isObject(value)) return value
  const { $file: path, $picture: picture, ...others } = value
  if (typeof path === 'string' && Object.keys(value).length === 1) return readText(reading, path)
  return typeof picture === 'string' ? readPicture(reading, picture, others) : resolveFiles(reading, value)
}

const readText = async ({ files }: SampleReading, path: string): Promise<string> =>
  textOf(files.title, path, await files.readBytes(path))

/** The label of a picture, which is read when it is met first. */
async function readPicture(
  { files, place, pictures }: SampleReading,
  path: string,
  given: JsonObject,
): Promise<string> {
  const { description, otherwise, ...unknown } = given
  if (typeof description !== 'string' || Object.keys(unknown).length > 0)
    throw fault(files.title, place, `$picture ${path} needs a description, and can have otherwise`)
  const label = `_:${path}`
  if (!pictures.has(label)) {
    const file = { bytes: await files.readBytes(path), ...(typeof otherwise === 'string' && { otherwise }) }
    const name = path.slice(path.lastIndexOf('/') + 1)
    pictures.set(label, { type_slug: 'file', label, data: { name, description }, place, file })
  }
  return label
}
