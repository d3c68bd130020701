import type { Ref } from 'vue'
import type { RouteLocationNormalized } from 'vue-router'
import { useMe } from '../../../stores/me.ts'
import { useLocalPreference } from '../../../composables/page/useLocalPreference.ts'

/** A resource that the user opened. */
interface Visit {
  urn: string
  /** Time, ISO 8601. */
  at: string
}

const maxVisits = 30

/** The resources that the user opened in this browser, latest first. */
export const useVisits = (): Ref<Visit[]> => useLocalPreference<Visit[]>(`visits.${useMe().me?.id ?? ''}`, [])

/** Remember a visit if the page shows a resource. */
export function noteVisit({ name, params }: RouteLocationNormalized): void {
  const { typeSlug, id } = params
  if (name !== 'resource' || typeof typeSlug !== 'string' || typeof id !== 'string' || !useMe().isSignedIn) return
  const urn = id.startsWith('urn:') ? id : `urn:${typeSlug}:${id}`
  const visits = useVisits()
  const others = visits.value.filter(visit => visit.urn !== urn)
  visits.value = [{ urn, at: new Date().toISOString() }, ...others].slice(0, maxVisits)
}
