import { WriteRefused, sharedAccount, systemUser } from '../../kernel/index.ts'
import type { Action, CollectionDefinition, DocumentMeta, DocumentStore, WriteOperation } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { lasting } from './names.ts'

/** What the sidebar of the admin shows. */
export interface Sidebar extends JsonObject {
  hidden_slugs: string[]
  menu_groups: Record<string, string[]>
}

/** The setting `sidebar`: the general one, and those of roles. */
export interface Sidebars extends Sidebar {
  by_role: Record<string, Sidebar>
}

/** The setting `roles`. */
export interface RoleList extends JsonObject {
  roles: string[]
}

/** The setting `role-access`: role to slug (or `*`) to actions. */
export interface RoleAccess extends JsonObject {
  roles: Record<string, Record<string, Action[]>>
}

/** The settings that there are, and their values. */
export interface Values {
  sidebar: Sidebars
  roles: RoleList
  'role-access': RoleAccess
}

export type SettingName = keyof Values

/** The settings as they are at the first start. */
const initial: Values = {
  sidebar: { hidden_slugs: [], menu_groups: {}, by_role: {} },
  roles: { roles: [...lasting] },
  'role-access': { roles: { member: { '*': ['odrl:read', 'odrl:modify'] } } },
}

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(initial, name)

/** The id of a setting, and the subject of its events. */
export const settingId = (name: string): string => `urn:settings:${name}`

/** Where settings are kept, one document each. */
export const settingsCollection: CollectionDefinition = {
  name: '_settings',
  columns: [],
  versions: false,
  words: false,
}

/** A setting as it is stored. */
export interface StoredSetting<Name extends SettingName = SettingName> {
  name: Name
  meta: DocumentMeta
  value: Values[Name]
}

/** Write the settings that are not there yet. */
export async function seedSettings(store: DocumentStore): Promise<void> {
  for (const [name, data] of Object.entries(initial)) {
    if ((await store.get(settingsCollection.name, settingId(name))) !== undefined) continue
    const document = { id: settingId(name), meta: firstMeta(), data: data as JsonObject }
    try {
      await store.write([{ kind: 'insert', collection: settingsCollection.name, document }])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error // another instance was quicker
    }
  }
}

function firstMeta(): DocumentMeta {
  const now = new Date().toISOString()
  return {
    type_slug: 'setting',
    status: 'active',
    created_by: systemUser,
    account_id: sharedAccount,
    sequence_no: 1,
    created_at: now,
    updated_at: now,
  }
}

/** Read a setting. Only this plugin writes there, and all are there from the start on, so the shape is known. */
export async function readSetting<Name extends SettingName>(
  store: DocumentStore,
  name: Name,
): Promise<StoredSetting<Name>> {
  const document = await store.get(settingsCollection.name, settingId(name))
  if (document === undefined) throw new Error(`the setting ${name} is not in the store`)
  return { name, meta: readMeta(document), value: readData(document) as Values[Name] }
}

/** The operation that makes a write commit only while the setting is as it was read. */
export const checkSetting = ({ name, meta }: StoredSetting): WriteOperation => ({
  kind: 'check',
  collection: settingsCollection.name,
  id: settingId(name),
  expected: meta.sequence_no,
})

/** The operation that gives a setting another value, if it still is as it was read. */
export function replaceSetting({ name, meta }: StoredSetting, value: JsonObject): WriteOperation {
  const next = { ...meta, sequence_no: meta.sequence_no + 1, updated_at: new Date().toISOString() }
  return {
    kind: 'replace',
    collection: settingsCollection.name,
    document: { id: settingId(name), meta: next, data: value },
    expected: meta.sequence_no,
  }
}
