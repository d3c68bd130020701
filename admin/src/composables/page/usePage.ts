import { useMediaQuery } from '@vueuse/core'
import { onScopeDispose, shallowReactive, shallowRef, watchEffect } from 'vue'
import type { Component, ComputedRef } from 'vue'
import type { RouteLocationRaw } from 'vue-router'

/** The main action of a screen: “Create movie”. */
export interface PrimaryAction {
  /** A verb with its object. */
  label: string
  icon?: Component
  /** Either the page that it opens (`to`) or what it does (`run`). */
  to?: RouteLocationRaw
  run?: () => unknown
  disabled?: boolean
  busy?: boolean
  /** Its shortcut, which is also shown as a hint: `c`. A letter alone opens a form. */
  keys?: string
}

/** What the top bar shows about a screen. */
interface PageHead {
  title: string
  /** The pages above this one, outermost first. */
  place?: { label: string; to: RouteLocationRaw | undefined }[]
  primary?: PrimaryAction | undefined
}

const none: PageHead = { title: '' }

/** What the top bar shows now. */
export const page = shallowRef<PageHead>(none)

/**
 * Set the title and the main action of the page while the component lives.
 * @param head evaluated again whenever its dependencies change
 */
export function usePage(head: () => PageHead): void {
  let mine: PageHead | undefined
  watchEffect(() => {
    mine = head()
    page.value = mine
    document.title = mine.title === '' ? 'Plinth' : `${mine.title} · Plinth`
  })
  onScopeDispose(() => {
    if (page.value === mine) page.value = none
  })
}

const furtherActions = shallowReactive(new Set<() => readonly PrimaryAction[]>())

/** What can be done on this page now, its main action first: offered by the palette, and run by its keys. */
export const actionsHere = (): PrimaryAction[] =>
  [page.value.primary, ...[...furtherActions].flatMap(actions => actions())].flatMap(action =>
    action === undefined || action.disabled || action.busy ? [] : action,
  )

/** Offer further actions while the component lives. */
export function useActionsHere(actions: () => readonly PrimaryAction[]): void {
  furtherActions.add(actions)
  onScopeDispose(() => furtherActions.delete(actions))
}

/** Whether the window is wide enough for a table. Otherwise a list has rows of two lines. */
export const useWide = (): ComputedRef<boolean> => useMediaQuery('(width >= 720px)')
