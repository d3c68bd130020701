import { useRouter } from 'vue-router'
import type { RouteLocationRaw, RouteParamsRawGeneric } from 'vue-router'
import { shortId } from '../../api/index.ts'

/** See {@link Places}. */
export function usePlaces() {
  const router = useRouter()
  const named = (name: string, params: RouteParamsRawGeneric = {}): RouteLocationRaw | undefined =>
    router.hasRoute(name) ? { name, params } : undefined
  return {
    named,
    home: () => named('home'),
    /** The list of a type. */
    list: (typeSlug: string) => named('list', { typeSlug }),
    create: (typeSlug: string) => named('create', { typeSlug }),
    /** @param id the URN, or its last part */
    resource: (typeSlug: string, id: string) => named('resource', { typeSlug, id: shortId(id) }),
    type: (slug: string) => named('type', { slug }),
  }
}

/** The routes of the admin, for components, which contain no addresses. Undefined when this admin has no such page. */
export type Places = ReturnType<typeof usePlaces>
