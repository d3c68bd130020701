import { systemCaller } from '../../../kernel/index.ts'
import type {
  Condition,
  DocumentStore,
  PendingUpgrade,
  SelectQuery,
  StoredDocument,
  WriteOperation,
} from '../../../kernel/index.ts'
import { WriteRefused } from '../../../lib/errors/index.ts'
import { equalJson, isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { nextMeta, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { Events } from '../../events/contract.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { PresetSource, PresetUpgrade } from '../reading/preset.ts'
import { presetId, presetRecords } from './records.ts'

/** What upgrading needs. */
interface UpgradeParts {
  store: DocumentStore
  events: Events
  registry: Pick<TypeRegistry, 'all' | 'check'>
  /** By name. */
  sources: ReadonlyMap<string, PresetSource>
}

/** An upgrade of an installed preset that has not been done in this store. */
interface Pending {
  preset: string
  upgrade: PresetUpgrade
  types: ResourceType[]
}

const portionSize = 200
const maxQueryMs = 600_000
/** How often other writes can be faster before an upgrade gives up. */
const maxRefusals = 10

/** The upgrades that are to be done, with the number of resources that each changes. */
export async function planUpgrades(parts: UpgradeParts): Promise<PendingUpgrade[]> {
  const planned: PendingUpgrade[] = []
  for (const { preset, upgrade, types } of await pendingUpgrades(parts)) {
    let rows = 0
    for (const type of types) rows += await parts.store.count(selectionOf(type, upgrade))
    if (rows > 0) planned.push({ name: `${preset}/${upgrade.name}`, description: upgrade.description, rows })
  }
  return planned
}

/** Do what {@link planUpgrades} lists. After an interruption, what is done is not done again. */
export async function runUpgrades(parts: UpgradeParts): Promise<void> {
  for (const { preset, upgrade, types } of await pendingUpgrades(parts)) {
    for (const type of types) await upgradeType(parts, type, upgrade)
    await noteDone(parts.store, preset, upgrade.name)
  }
}

async function pendingUpgrades({ store, registry, sources }: UpgradeParts): Promise<Pending[]> {
  const all = await registry.all()
  const pending: Pending[] = []
  for (const [preset, { manifest }] of sources) {
    if (manifest.upgrades.length === 0) continue
    const record = await presetRecords.find(store, presetId(preset))
    if (record === undefined) continue
    for (const upgrade of manifest.upgrades) {
      if (record.data.upgrades?.includes(upgrade.name) === true) continue
      const types = all.filter(type => upgrade.types.includes(type.slug) && hasChoices(type, upgrade))
      pending.push({ preset, upgrade, types })
    }
  }
  return pending
}

/** Whether a property still has the choices of the preset. */
function hasChoices({ schema }: ResourceType, { property, choices }: PresetUpgrade): boolean {
  const properties = schema?.['properties']
  const own = isObject(properties) ? properties[property] : undefined
  if (!isObject(own)) return false
  const branches = [own['oneOf'], own['anyOf']].flatMap(list => (Array.isArray(list) ? list : []))
  const named: Json[] = [
    ...(Array.isArray(own['enum']) ? own['enum'] : []),
    ...branches.flatMap(branch => (isObject(branch) && branch['const'] !== undefined ? [branch['const']] : [])),
  ]
  return choices.every(choice => named.some(one => equalJson(one, choice)))
}

/** The resources of all accounts, active and archived, that have no value. */
function selectionOf({ collection, compiled }: ResourceType, { property }: PresetUpgrade): SelectQuery {
  const kind = compiled.resolve([property])?.kind ?? 'json'
  const isMissing: Condition = {
    target: { path: [property] },
    kind,
    operator: 'exists',
    operands: [false],
    field: property,
  }
  return {
    collection,
    account_id: null,
    status: 'any',
    visibility: { all: true },
    conditions: [isMissing],
    words: [],
    deadline: performance.now() + maxQueryMs,
  }
}

async function upgradeType(parts: UpgradeParts, type: ResourceType, upgrade: PresetUpgrade): Promise<void> {
  let refusals = 0
  const sort = { target: { column: 'id' }, kind: 'text', direction: 'asc', field: 'id' } as const
  for (;;) {
    const { documents } = await parts.store.list({ ...selectionOf(type, upgrade), sort, limit: portionSize })
    if (documents.length === 0) return
    const operations = documents.flatMap(document => operationsOf(parts, type, upgrade, document))
    try {
      await parts.store.write([parts.registry.check(type), ...operations])
    } catch (error) {
      // Another instance was faster: what is left is read again.
      refusals += 1
      if (!(error instanceof WriteRefused) || refusals > maxRefusals) throw error
    }
  }
}

function operationsOf(
  { events }: UpgradeParts,
  { collection, slug }: ResourceType,
  { property, value }: PresetUpgrade,
  document: StoredDocument,
): WriteOperation[] {
  const before = readMeta(document)
  const meta = nextMeta(before)
  const { account_id } = before
  const { sequence_no } = meta
  const caller = systemCaller(account_id)
  const data = { ...readData(document), [property]: value }
  return [
    { kind: 'replace', collection, document: { id: document.id, meta, data }, expected: before.sequence_no },
    events.record({ type: 'Resource.Updated', subject: document.id, caller, account_id, type_slug: slug, sequence_no }),
  ]
}

async function noteDone(store: DocumentStore, preset: string, name: string): Promise<void> {
  const record = await presetRecords.find(store, presetId(preset))
  const done = record?.data.upgrades ?? []
  if (record === undefined || done.includes(name)) return
  try {
    await store.write([presetRecords.replace(presetRecords.next(record, { upgrades: [...done, name] }))])
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error // another instance has noted it
  }
}
