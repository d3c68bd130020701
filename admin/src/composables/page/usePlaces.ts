import { useRouter } from 'vue-router'
import type { RouteLocationRaw, RouteParamsRawGeneric } from 'vue-router'
import { shortId } from '../../api/index.ts'

/** The routes of the admin, for components, which contain no addresses. Undefined when this admin has no such page. */
export interface Places {
  named(name: string, params?: RouteParamsRawGeneric): RouteLocationRaw | undefined
  home(): RouteLocationRaw | undefined
  /** The list of a type. */
  list(slug: string): RouteLocationRaw | undefined
  create(slug: string): RouteLocationRaw | undefined
  /** @param id the URN, or its last part */
  resource(slug: string, id: string): RouteLocationRaw | undefined
  type(slug: string): RouteLocationRaw | undefined
}

/** See {@link Places}. */
export function usePlaces(): Places {
  const router = useRouter()
  const named: Places['named'] = (name, params = {}) => (router.hasRoute(name) ? { name, params } : undefined)
  return {
    named,
    home: () => named('home'),
    list: typeSlug => named('list', { typeSlug }),
    create: typeSlug => named('create', { typeSlug }),
    resource: (typeSlug, id) => named('resource', { typeSlug, id: shortId(id) }),
    type: slug => named('type', { slug }),
  }
}
