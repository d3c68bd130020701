import { useEventListener } from '@vueuse/core'
import { onScopeDispose, shallowReactive, watch } from 'vue'
import { source } from '../../sources.ts'
import type { ServiceEvent } from '../../sources.ts'
import { useMe } from '../../stores/me.ts'
import { useSidebar } from '../../stores/sidebar.ts'
import { useTypes } from '../../stores/types.ts'
import { whenIdle } from '../page/whenIdle.ts'
import { useReadAgain } from './useReadAgain.ts'

type ServiceEventListener = (event: ServiceEvent) => void

const listeners = shallowReactive(new Set<ServiceEventListener>())
const pollIntervalMs = 10_000
/** Changes within this time (ms) lead to one refetch. */
const batchWindowMs = 1000

/** Listen to the events of the service while the component lives. Only administrators receive events; others see changes when they refetch. */
export function useServiceEvents(onEvent: ServiceEventListener): void {
  listeners.add(onEvent)
  onScopeDispose(() => listeners.delete(onEvent))
}

/** Keep types and sidebar up to date: by events if the user is allowed to follow them, otherwise by polling. Called once, by the frame. */
export function useLive(): void {
  const me = useMe()
  const types = useTypes()
  const sidebar = useSidebar()
  const readAgain = useReadAgain()
  let stop = (): void => undefined

  const refresh = (): void => {
    void Promise.allSettled([types.refresh(), sidebar.refresh()]) // the banner reports a failure
  }
  const slugs = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const scheduleInvalidation = (slug: string): void => {
    slugs.add(slug)
    timer ??= setTimeout(() => {
      for (const one of slugs) void readAgain(['resources', one])
      slugs.clear()
      timer = undefined
    }, batchWindowMs)
  }
  const poll = (): (() => void) => {
    const timer = setInterval(refresh, pollIntervalMs)
    return () => clearInterval(timer)
  }
  const onEvent = (event: ServiceEvent): void => {
    if (/^(?:ResourceType|Preset)\./.test(event.type) || event.subject === 'urn:settings:sidebar') refresh()
    if (event.type.startsWith('Resource.') && event.type_slug !== undefined && event.actor !== me.me?.id)
      scheduleInvalidation(event.type_slug)
    for (const listener of listeners) listener(event)
  }
  const follow = (): void => {
    stop()
    stop = (): void => undefined
    if (document.hidden || !me.isSignedIn || me.hasEnded) return
    whenIdle(refresh) // at the start it is for what changed since the page asked
    stop = me.isAdministrator ? source('events').follow(onEvent, () => (stop = poll())) : poll()
  }

  watch(() => [me.isSignedIn, me.isAdministrator, me.hasEnded], follow, { immediate: true })
  useEventListener(document, 'visibilitychange', follow)
  onScopeDispose(() => {
    clearTimeout(timer)
    stop()
  })
}
