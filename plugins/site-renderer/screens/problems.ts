import type { RouteLocationRaw } from 'vue-router'
import { content, t, texts } from '../../../admin/src/index.ts'
import type { usePlaces } from '../../../admin/src/index.ts'
import type { SiteProblem } from './site.ts'

/** The kind of a problem, in words, with the number of equal ones. */
export function kindText({ kind, count }: SiteProblem): string {
  const key = `site.kind_${kind.replaceAll('-', '_')}`
  const text = texts.hasText(key) ? t(key) : kind
  return count > 1 ? `${text} ${t('site.times', { count })}` : text
}

/** Path of the field that contains a problem, in the form of its template or theme. */
export const fieldOfProblem = ({ field, fragment }: SiteProblem): string =>
  field === 'fragments' && fragment !== undefined ? `${field}.${fragment}` : field

/** The form of the template or theme that contains a problem, at its line. */
export function formOfProblem(
  places: ReturnType<typeof usePlaces>,
  problem: SiteProblem,
): RouteLocationRaw | undefined {
  const record = places.resource(content.slugOf(problem.id), problem.id)
  if (typeof record !== 'object') return record
  const { line } = problem
  return { ...record, query: { edit: '1', field: fieldOfProblem(problem), ...(line !== undefined && { line }) } }
}

export const placeText = ({ line, fragment }: SiteProblem): string =>
  [
    ...(fragment === undefined ? [] : [t('site.fragment', { name: fragment })]),
    ...(line === undefined ? [] : [t('site.line', { line })]),
  ].join(', ')
