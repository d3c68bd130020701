import type { Action } from '../../kernel/index.ts'
import { systemUser } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { RecordCollection } from '../../lib/store-kit/index.ts'
import type { DocumentStore, StoredRecord } from '../../lib/store-kit/index.ts'
import { permanentRoles } from './roles.ts'

/** The contents of the admin's sidebar. */
export interface Sidebar extends JsonObject {
  hidden_slugs: string[]
  menu_groups: Record<string, string[]>
}

/** The setting `sidebar`: the general one, and those of roles. */
interface Sidebars extends Sidebar {
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

/** The setting `log`: the least severe level that every instance logs; null for that of its configuration. */
export interface LogSetting extends JsonObject {
  level: string | null
}

/** The settings and their values. */
export interface Values {
  log: LogSetting
  sidebar: Sidebars
  roles: RoleList
  'role-access': RoleAccess
}

export type SettingName = keyof Values

/** A stored setting. */
export type StoredSetting<Name extends SettingName = SettingName> = StoredRecord<Values[Name]>

/** The initial values of the settings. */
const initialValues: Values = {
  log: { level: null },
  sidebar: { hidden_slugs: [], menu_groups: {}, by_role: {} },
  roles: { roles: [...permanentRoles] },
  'role-access': { roles: { member: { '*': ['odrl:read', 'odrl:modify'] } } },
}

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(initialValues, name)

/** Whether a setting was written. */
export const isStored = ({ meta }: StoredSetting): boolean => meta.sequence_no > 0

/** The id of a setting, and the subject of its events. */
export const settingId = (name: SettingName): string => `urn:settings:${name}`

const collection = { name: '_settings' }

/** The collection of settings, one document each: the same collection, typed by the setting. */
export const settingRecords: { readonly [Name in SettingName]: RecordCollection<Values[Name]> } = {
  log: new RecordCollection('setting', collection),
  sidebar: new RecordCollection('setting', collection),
  roles: new RecordCollection('setting', collection),
  'role-access': new RecordCollection('setting', collection),
}

/** The settings that writes of other data check, and which are therefore written at the first start. Others are written when they are changed. */
const checkedSettings = ['sidebar', 'roles', 'role-access'] as const

/** Define the collection, and write the settings that must exist. */
export async function seedSettings(store: DocumentStore): Promise<void> {
  await store.define(settingRecords.sidebar.definition)
  for (const name of checkedSettings) {
    if ((await store.get(collection.name, settingId(name))) !== undefined) continue
    const records: RecordCollection<JsonObject> = settingRecords[name]
    await records.insertIfAbsent(store, initialSetting(name))
  }
}

/** The first version of a setting. */
const initialSetting = <Name extends SettingName>(name: Name): StoredSetting<Name> =>
  settingRecords[name].draft(settingId(name), initialValues[name], { created_by: systemUser })

/** A setting, read from the store; before it is written for the first time, its initial value, with the number 0. */
export async function readSetting<Name extends SettingName>(
  store: DocumentStore,
  name: Name,
): Promise<StoredSetting<Name>> {
  const stored = await settingRecords[name].find(store, settingId(name))
  if (stored !== undefined) return stored
  const { id, meta, data } = initialSetting(name)
  return { id, meta: { ...meta, sequence_no: 0 }, data }
}
