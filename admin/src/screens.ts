import type { Component } from 'vue'
import type { Router } from 'vue-router'
import type { ContributedScreen } from './api/index.ts'
import { hasMessages, loadMessages } from './i18n/index.ts'
import { useScreens } from './stores/screens.ts'

/** The module of a page. It can name further areas of messages that it needs: `export const messages = ['form']`. */
interface PageModule {
  default: Component
  messages?: readonly string[]
}
type Load = () => Promise<Component>

/** Pages in the admin folders of plugins, loaded when visited. */
const ofPlugins = import.meta.glob<PageModule>('../../plugins/*/admin/**/*.vue')
const listOfScreen = (): Promise<PageModule> => import('./features/list/ContributedListPage.vue')

/**
 * Add routes for the screens that plugins contribute. The name of the route is that of the screen; messages of the areas named after its section,
 * its plugin and the screen are loaded with it. @returns whether any route was added
 */
export function addScreens(router: Router): boolean {
  const screens = useScreens()
  let added = false
  for (const screen of screens.all) {
    const component = pageOf(screen)
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

function pageOf({ plugin, component }: ContributedScreen): Load | undefined {
  if (component === undefined) return withTexts(listOfScreen)
  const file = component.endsWith('.vue') ? component : `${component}.vue`
  return withTexts(ofPlugins[`../../plugins/${plugin}/admin/${file}`])
}

const withTexts = (load: (() => Promise<PageModule>) | undefined): Load | undefined =>
  load &&
  (async () => {
    const { default: page, messages = [] } = await load()
    await loadMessages(messages)
    return page
  })
