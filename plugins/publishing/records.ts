import type { JsonObject } from '../../lib/json/index.ts'
import { RecordCollection, textColumn } from '../../lib/store-kit/index.ts'
import type { StoredRecord } from '../../lib/store-kit/index.ts'

/** What happens at the time of a schedule. */
export type ScheduledAction = 'publish' | 'unpublish'

/** What has become of a schedule. */
export const scheduleStates = ['waiting', 'done', 'failed'] as const
export type ScheduleState = (typeof scheduleStates)[number]

interface ScheduleData extends JsonObject {
  resource_id: string
  type_slug: string
  action: ScheduledAction
  /** RFC 3339 in UTC, whole seconds. */
  at: string
  /** The version to be published; null for the end of a publication. */
  sequence_no: number | null
  state: ScheduleState
  /** Why it failed. */
  message: string | null
}

/** A schedule; its creator acts at its time. */
export type Schedule = StoredRecord<ScheduleData>

/** The collection of schedules. */
export const scheduleRecords = new RecordCollection<ScheduleData>('schedule', {
  name: '_schedules',
  columns: [textColumn('resource_id'), textColumn('type_slug'), textColumn('state'), textColumn('at')],
})

/** A schedule as the API shows it. */
export const scheduleBody = ({ id, meta, data }: Schedule): JsonObject => ({
  id,
  resource_id: data.resource_id,
  type_slug: data.type_slug,
  action: data.action,
  at: data.at,
  sequence_no: data.sequence_no,
  state: data.state,
  message: data.message,
  created_by: meta.created_by,
})
