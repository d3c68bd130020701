import type { JsonObject } from '../../../lib/json/index.ts'

/**
 * A schedule as a row of a copy. The numbers of versions begin anew in another service, so `version` is the kind of the version to publish: `draft`,
 * `published`, or null for another one, which a copy does not have.
 * @param schedule as the API shows it
 * @param resource the state of its resource
 */
export function copiedSchedule(
  { resource_id = null, action = null, at = null, sequence_no, created_by = null }: JsonObject,
  resource: { sequence_no?: unknown; published_no?: unknown },
): JsonObject {
  const version =
    sequence_no === resource.sequence_no ? 'draft' : sequence_no === resource.published_no ? 'published' : null
  return { resource_id, action, at, version: action === 'publish' ? version : null, created_by }
}
