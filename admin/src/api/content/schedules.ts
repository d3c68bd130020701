import { api, value } from '../transport/client.ts'
import type { Listed } from '../transport/client.ts'
import { shortId } from './resources.ts'

/** A version is published, or a publication ends, at an instant. */
export type Schedule = Listed<'/api/schedules'>

/** What is not done: it waits, or it failed. */
const open = { state: 'open', limit: 100 } as const

/** List what is scheduled and what failed, of resources that the user may modify, by time. */
export const listSchedules = async (): Promise<Schedule[]> =>
  (await value(api.GET('/api/schedules', { params: { query: open } }))).data

const ofResource = (slug: string, id: string) => ({ typeSlug: slug, id: shortId(id) })

/** As {@link listSchedules}, of one resource. */
export const schedulesOf = async (slug: string, id: string): Promise<Schedule[]> =>
  (await value(api.GET('/api/{typeSlug}/{id}/schedule', { params: { path: ofResource(slug, id), query: open } }))).data

/** @throws ApiError */
export const addSchedule = (
  slug: string,
  id: string,
  body: Pick<Schedule, 'action' | 'at'> & { sequence_no?: number },
): Promise<Schedule> =>
  value(api.POST('/api/{typeSlug}/{id}/schedule', { params: { path: ofResource(slug, id) }, body }))

/** Cancel one that waits, or dismiss one that failed. @throws ApiError */
export async function removeSchedule({ type_slug: slug, resource_id: id, id: schedule }: Schedule): Promise<void> {
  const path = { ...ofResource(slug, id), scheduleId: shortId(schedule) }
  await value(api.DELETE('/api/{typeSlug}/{id}/schedule/{scheduleId}', { params: { path } }))
}
