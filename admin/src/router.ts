import { createRouter, createWebHistory } from 'vue-router'
import type { RouteLocationNormalized, Router, RouteRecordRaw } from 'vue-router'
import { ApiError } from './api/index.ts'
import { returnPathOf } from './features/session/return-path.ts'
import { noteVisit } from './features/home/recent/visits.ts'
import { loadMessages } from './i18n/index.ts'
import { addScreens } from './screens.ts'
import { useMe } from './stores/me.ts'
import { useScreens } from './stores/screens.ts'
import { useSidebar } from './stores/sidebar.ts'
import { useTypes } from './stores/types.ts'

/** Every feature, and every plugin with pages below its screens, has a file of routes. The files are found by their path. */
const routes: Record<string, RouteRecordRaw[]> = import.meta.glob<RouteRecordRaw[]>(
  ['./features/*/routes.ts', '../../plugins/*/screens/routes.ts'],
  { eager: true, import: 'default' },
)

/** The router of the admin. A page is loaded when it is visited, and entered when its messages are loaded. */
export function makeRouter(): Router {
  const router = createRouter({
    history: createWebHistory(),
    routes: Object.values(routes).flat(),
    scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? false : { top: 0 }),
  })
  router.beforeEach(async to => {
    const isSignIn = to.name === 'sign-in'
    if (isSignIn && to.redirectedFrom !== undefined) return true
    const me = useMe()
    if (!me.isSignedIn) {
      try {
        const started = start()
        fetchAhead(to)
        await started
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        return isSignIn || { name: 'sign-in', query: to.fullPath === '/' ? {} : { to: to.fullPath } }
      }
      if (addScreens(router) && !isSignIn) return to.fullPath
    }
    if (isSignIn) return returnPathOf(to) // somebody who is signed in, as everybody is in development mode
    return to.meta.isForAdministrators === true && !me.isAdministrator
      ? { name: 'not-found', params: rest(to.path) }
      : true
  })
  router.beforeResolve(to => loadMessages(to.matched.flatMap(({ meta }) => meta.messages ?? [])))
  router.afterEach((to, _from, failed) => {
    if (failed === undefined) noteVisit(to)
  })
  return router
}

/** Load the code of a page while the user is being identified. If that fails, it fails again on entering the page, which reports it. */
function fetchAhead({ matched }: RouteLocationNormalized): void {
  for (const { components, meta } of matched) {
    const page: unknown = components?.['default']
    const code = typeof page === 'function' ? Promise.resolve(page()) : Promise.resolve()
    void Promise.allSettled([code, loadMessages(meta.messages ?? [])])
  }
}

const rest = (path: string): { rest: string[] } => ({ rest: path.split('/').slice(1) })

/**
 * Load the data that every page needs, in parallel: the user, the types, the sidebar, the screens of plugins.
 * @throws ApiError, 401 when nobody is signed in
 */
async function start(): Promise<void> {
  const parts = [useTypes().refresh(), useSidebar().refresh(), useScreens().load()]
  const settled = Promise.allSettled(parts) // errors of `me` are reported first
  await useMe().load()
  await settled
  await Promise.all(parts)
}
