import type { Component } from 'vue'
import type { Router } from 'vue-router'
import type { ContributedScreen } from './api/index.ts'
import { hasMessages } from './i18n/index.ts'
import { componentOf } from './pluginParts.ts'
import { useScreens } from './stores/screens.ts'

type Load = () => Promise<Component>

const listOfScreen: Load = async () => (await import('./features/list/ContributedListPage.vue')).default

/**
 * Add routes for the screens that plugins contribute. The name of the route is that of the screen; messages of the areas named after its section,
 * its plugin and the screen are loaded with it. @returns whether any route was added
 */
export function addScreens(router: Router): boolean {
  const screens = useScreens()
  let added = false
  for (const screen of screens.all) {
    const component = screen.component === undefined ? listOfScreen : componentOf(screen.plugin, screen.component)
    if (component === undefined || router.hasRoute(screen.name) || isTaken(router, screen)) continue
    const isForAdministrators = screen.access === 'administrator'
    router.addRoute({
      name: screen.name,
      path: screen.path,
      component,
      props: screen.list === undefined ? false : { screen },
      meta: { isForAdministrators, messages: [screen.section, screen.plugin, screen.name].filter(hasMessages) },
    })
    added = true
  }
  screens.placed = new Set(screens.all.map(({ name }) => name).filter(name => router.hasRoute(name)))
  return added
}

const isTaken = (router: Router, { path }: ContributedScreen): boolean =>
  router.getRoutes().some(route => route.path === path)
