import { useMediaQuery } from '@vueuse/core'
import { onScopeDispose, shallowRef, watchEffect } from 'vue'
import type { Component, ComputedRef } from 'vue'
import type { RouteLocationRaw } from 'vue-router'

/** The one thing that a screen is for: “Create movie”. */
export interface PrimaryAction {
  /** A verb with its object. */
  label: string
  icon?: Component
  /** Where it leads, or what it does. */
  to?: RouteLocationRaw
  run?: () => unknown
  disabled?: boolean
  busy?: boolean
  /** Its key, for the hint: `c`. */
  keys?: string
}

/** What the bar says of a screen. */
export interface PageHead {
  title: string
  /** What it is part of, from the outside in. */
  place?: { label: string; to?: RouteLocationRaw }[]
  primary?: PrimaryAction | undefined
}

const none: PageHead = { title: '' }

/** What the bar shows now. */
export const page = shallowRef<PageHead>(none)

/**
 * Say where we are and what is to do here, as long as the component lives.
 * @param head read again whenever something in it changes
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

/** Whether there is room for a table; below it a list has rows of two lines. */
export const useWide = (): ComputedRef<boolean> => useMediaQuery('(width >= 720px)')
