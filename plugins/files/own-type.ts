import { Conflict, WriteRefused, systemCaller } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { equalJson } from '../../lib/json/index.ts'
import type { TypeEditor, TypeRegistry } from '../types/contract.ts'
import { fileTypeDraft } from './file-type.ts'
import { fileSettingRecords } from './records.ts'

const settingId = 'urn:file-setting:type'
const usualSlug = 'file'
/** The slug in a store in which a user has a type with the usual one, or with its plural. */
const otherSlug = 'media-file'

interface OwnTypeParts {
  store: DocumentStore
  typeRegistry: TypeRegistry
  typeEditor: TypeEditor
}

/**
 * Create the type of files, or change it to that of this version.
 * @returns its slug
 */
export async function defineFileType({ store, typeRegistry, typeEditor }: OwnTypeParts): Promise<string> {
  await fileSettingRecords.define(store)
  const known = await fileSettingRecords.find(store, settingId)
  const slug = known?.data.type_slug ?? (await freeSlug(typeRegistry))
  const draft = fileSettingRecords.draft(settingId, { type_slug: slug }, { created_by: systemCaller().id })
  const before = await typeRegistry.find(slug)
  const isCurrent = known !== undefined && before !== undefined && equalJson(before.schema, fileTypeDraft.schema)
  try {
    // To compare it here spares almost every start an edit, which compiles the schema.
    if (!isCurrent)
      await typeEditor.edit(
        systemCaller(),
        [slug],
        current => ({
          types: [current.has(slug) ? { slug, schema: fileTypeDraft.schema } : { slug, ...fileTypeDraft }],
          extraOperations: () => (known === undefined ? [fileSettingRecords.insert(draft)] : []),
        }),
        { by: 'files' },
      )
  } catch (error) {
    if (!(error instanceof WriteRefused || error instanceof Conflict)) throw error
    const other = await fileSettingRecords.find(store, settingId) // another instance starts at the same time
    if (other === undefined) throw error
    return other.data.type_slug
  }
  typeEditor.addRule(({ by, slug: changed, changes }) => {
    if (changed !== slug || by === 'files' || changes.size === 0) return
    throw new Conflict(
      `the plugin "files" sets the ${[...changes].join(' and ')} of the type ${slug}; keep further data in a type that refers to it`,
    )
  })
  return slug
}

/** @returns the first slug that is free, with its collection */
async function freeSlug(registry: TypeRegistry): Promise<string> {
  for (const slug of [usualSlug, 'files']) if ((await registry.find(slug)) !== undefined) return otherSlug
  return usualSlug
}
