import type { FastifyRequest } from 'fastify'
import type { Action } from '../../contracts/access.ts'
import type { Caller } from '../../contracts/identity.ts'
import { Forbidden } from '../../errors.ts'

/**
 * Whether the caller's API token, if any, can be used for this action. A token only restricts rights.
 * @param slug the type of the action; undefined for an action on no type
 */
export function isWithinToken({ token }: Caller, action: Action, slug: string | undefined): boolean {
  if (token === undefined) return true
  const { type_slugs, actions } = token
  const reachesType = type_slugs === null || (slug !== undefined && type_slugs.includes(slug))
  return reachesType && (actions === null || actions.includes(action))
}

/**
 * Check a request to a route that declares no action against the limits of its API token: the method stands for an action, and a token
 * for some types is valid only on routes of one of them. `config.tokenLimits` of the route makes exceptions.
 * @throws `Forbidden` naming the limit
 */
export function checkTokenLimits({ token }: Caller, request: FastifyRequest): void {
  if (token === undefined) return
  const { types = true, actions = true } = request.routeOptions.config.tokenLimits ?? {}
  const action = actionOf(request.method)
  if (actions && token.actions !== null && !token.actions.includes(action)) {
    throw new Forbidden(`the API token may not be used for this: it needs ${action}`)
  }
  if (types && token.type_slugs !== null && !token.type_slugs.includes(typeOf(request) ?? '')) {
    throw new Forbidden('the API token reaches some types only, and this is about another one or none')
  }
}

/** The caller for a check of administration: a token for some types can administer these types themselves. */
export function administering(caller: Caller, request: FastifyRequest): Caller {
  const { token } = caller
  if (token === undefined || token.type_slugs === null || !token.type_slugs.includes(typeOf(request) ?? ''))
    return caller
  return { ...caller, token: { ...token, type_slugs: null } }
}

function actionOf(method: string): Action {
  if (method === 'GET' || method === 'HEAD') return 'odrl:read'
  return method === 'DELETE' ? 'odrl:delete' : 'odrl:modify'
}

/** The type that a request is about, if its route names one. */
const typeOf = (request: FastifyRequest): string | undefined => request.routeOptions.config.target?.(request).type

/** A parameter of the path of a request; undefined when its route has none of that name. */
export function parameter({ params }: FastifyRequest, name: string): string | undefined {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : undefined
}
