import { BadRequest, Conflict, NotFound, ServiceError } from '../../../kernel/index.ts'
import type { Caller, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { newId } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Resources } from '../../dynamic-resources/contract.ts'
import type { Files, PreparedFiles } from '../../files/contract.ts'
import { resolveLabels } from '../reading/labels.ts'
import type { Preset, Sample } from '../reading/preset.ts'
import { loadedSamples } from './records.ts'
import { distanceTo, moveDays } from './sample-days.ts'

/** The parts that load samples. */
interface SampleParts {
  store: DocumentStore
  resources: Resources
  /** Undefined when no plugin provides files. */
  files: Files | undefined
}

/**
 * The operations that load the samples of a preset that the caller's account has not loaded yet, and record them. If the preset names a
 * reference day, dates are moved to the present.
 * @param prepared takes the pictures among them
 * @param changedTypes types that the same write creates or changes
 * @throws `BadRequest` or `Conflict` naming preset, file and place for a sample that is refused
 */
export async function planSamples(
  { store, resources, files }: SampleParts,
  caller: Caller,
  { manifest: { name, sample_day: day }, samples }: Preset,
  prepared: PreparedFiles | undefined,
  changedTypes: readonly ResourceType[],
): Promise<WriteOperation[]> {
  const loaded = await loadedSamples(store, caller, name)
  const wanted = samples.filter(
    ({ label, file }) => !loaded.ids.has(label) && (file === undefined || files !== undefined),
  )
  if (wanted.length === 0) return []
  const slugOf = ({ type_slug: slug, file }: Sample): string => (file === undefined ? slug : (files?.typeSlug ?? slug))
  const further = new Map(wanted.map(sample => [sample.label, newId(slugOf(sample))]))
  const instead = samples.map(({ label, file }): [string, string] => [label, file?.otherwise ?? ''])
  const ids = new Map([...instead, ...loaded.ids, ...further])
  const by = day === undefined ? 0 : distanceTo(day, Date.now())
  for (const { label, data, file } of wanted)
    if (file !== undefined) await prepared?.add(caller, ids.get(label) ?? '', String(data['name']), file.bytes)
  const operations = wanted.map(sample => ({
    op: 'create' as const,
    type: slugOf(sample),
    id: ids.get(sample.label) ?? '',
    data: moveDays(resolveLabels(sample.data, ids), by),
    publish: sample.data['status'] !== 'unpublished',
  }))
  try {
    return [...(await resources.plan(caller, operations, changedTypes)), loaded.add(further)]
  } catch (error) {
    throw error instanceof ServiceError ? inPlace(name, wanted, error) : error
  }
}

/** The refusal of a sample, with its position in the file instead of its number. */
function inPlace(preset: string, samples: readonly Sample[], error: ServiceError): ServiceError {
  const sample = typeof error.part === 'number' ? samples[error.part] : undefined
  if (sample === undefined) return error
  const message = `preset ${preset}: ${sample.place} ${sample.label}: ${error.message}`
  return error.cause instanceof Conflict || error.cause instanceof NotFound
    ? new Conflict(message)
    : new BadRequest(message)
}
