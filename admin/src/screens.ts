import type { Component } from 'vue'
import type { Router } from 'vue-router'
import type { ContributedScreen } from './api/index.ts'
import { useScreens } from './stores/screens.ts'

type Load = () => Promise<Component>

/** Pages of the admin, and those in the admin folders of plugins; loaded when visited. */
const pages: Record<string, Load> = import.meta.glob<Component>('./pages/**/*.vue', { import: 'default' })
const ofPlugins: Record<string, Load> = import.meta.glob<Component>('../../plugins/*/admin/**/*.vue', {
  import: 'default',
})
const drawn = import.meta.glob<Component>('./pages/ContributedListPage.vue', { import: 'default' })

/** Give the screens that plugins bring their addresses. @returns whether there were any to add */
export function addScreens(router: Router): boolean {
  let added = false
  for (const screen of useScreens().all) {
    const component = pageOf(screen)
    if (component === undefined || router.hasRoute(nameOf(screen)) || isTaken(router, screen)) continue
    router.addRoute({
      name: nameOf(screen),
      path: screen.path,
      component,
      props: { screen },
      meta: { isForAdministrators: screen.access === 'administrator', messages: ['screens'] },
    })
    added = true
  }
  return added
}

/** The name of the route of a contributed screen. */
export const nameOf = ({ name }: ContributedScreen): string => `screen-${name}`

const isTaken = (router: Router, { path }: ContributedScreen): boolean =>
  router.getRoutes().some(route => route.path === path)

function pageOf({ plugin, component }: ContributedScreen): Load | undefined {
  if (component === undefined) return drawn['./pages/ContributedListPage.vue']
  const file = component.endsWith('.vue') ? component : `${component}.vue`
  return ofPlugins[`../../plugins/${plugin}/admin/${file}`] ?? pages[`./pages/${file}`]
}
