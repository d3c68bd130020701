import type { RouteLocationNormalized } from 'vue-router'

/** The page to show after sign-in, from the query parameter `to`. Only paths of this site are accepted, so that it never redirects to another one. */
export function returnPathOf({ query }: Pick<RouteLocationNormalized, 'query'>): string {
  const path = [query['to'] ?? '/'].flat()[0] ?? '/'
  return /^\/(?![/\\])/.test(path) ? path : '/'
}
