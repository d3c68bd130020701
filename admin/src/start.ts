import { useMe } from './stores/me.ts'
import { useScreens } from './stores/screens.ts'
import { useSidebar } from './stores/sidebar.ts'
import { useTypes } from './stores/types.ts'

/**
 * Load the data that every page needs, in parallel: the user, the types, the sidebar, the screens of plugins.
 * @throws ApiError, 401 when nobody is signed in
 */
export async function start(): Promise<void> {
  const parts = [useTypes().refresh(), useSidebar().refresh(), useScreens().load()]
  const settled = Promise.allSettled(parts) // errors of `me` are reported first
  await useMe().load()
  await settled
  await Promise.all(parts)
}
