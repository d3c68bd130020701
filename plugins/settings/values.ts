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

/** Write the settings that do not exist yet. */
export async function seedSettings(store: DocumentStore): Promise<void> {
  await store.define(settingRecords.sidebar.definition)
  await seed(store, settingRecords.log, 'log', initialValues.log)
  await seed(store, settingRecords.sidebar, 'sidebar', initialValues.sidebar)
  await seed(store, settingRecords.roles, 'roles', initialValues.roles)
  await seed(store, settingRecords['role-access'], 'role-access', initialValues['role-access'])
}

async function seed<Value extends JsonObject>(
  store: DocumentStore,
  records: RecordCollection<Value>,
  name: SettingName,
  value: Value,
): Promise<void> {
  if ((await records.find(store, settingId(name))) !== undefined) return
  await records.insertIfAbsent(store, records.draft(settingId(name), value, { created_by: systemUser }))
}

/** A setting, read from the store. All exist from the first start on. */
export async function readSetting<Name extends SettingName>(
  store: DocumentStore,
  name: Name,
): Promise<StoredSetting<Name>> {
  const setting = await settingRecords[name].find(store, settingId(name))
  if (setting === undefined) throw new Error(`the setting ${name} is not in the store`)
  return setting
}
