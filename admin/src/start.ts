import { useMe } from './stores/me.ts'
import { useScreens } from './stores/screens.ts'
import { useSidebar } from './stores/sidebar.ts'
import { useTypes } from './stores/types.ts'

/**
 * What must be known before the first page: who is signed in, the types, the sidebar, the screens of plugins. Asked for all at once.
 * @throws ApiError, 401 when nobody is signed in
 */
export async function start(): Promise<void> {
  const parts = [useTypes().refresh(), useSidebar().refresh(), useScreens().load()]
  const settled = Promise.allSettled(parts) // who is asking matters most: a refusal there is what is told
  await useMe().load()
  await settled
  await Promise.all(parts)
}
