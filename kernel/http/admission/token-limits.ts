import type { FastifyRequest } from 'fastify'
import type { Action } from '../../contracts/access.ts'
import type { Caller } from '../../contracts/identity.ts'
import { Forbidden } from '../../errors.ts'
import { toUrn } from '../../../lib/store-kit/ids.ts'

/**
 * Whether the API token that somebody came with, if any, may be used for this. It only ever takes away.
 * @param slug of the type that it is about; undefined for what is about no type
 */
export function isWithinToken({ token }: Caller, action: Action, slug: string | undefined): boolean {
  if (token === undefined) return true
  const { type_slugs, actions } = token
  const reachesType = type_slugs === null || (slug !== undefined && type_slugs.includes(slug))
  return reachesType && (actions === null || actions.includes(action))
}

/**
 * Check a request to a route that asks for no action itself against the limits of the API token that it came with: its method stands for an
 * action, and a token for some types reaches only what is about one of them. `config.tokenLimits` of the route makes exceptions.
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

/** A caller as an administrator: a token for some types may administer these types themselves. */
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

/** Slug of the type that a request is about, as far as its address says it. */
function typeOf(request: FastifyRequest): string | undefined {
  const { config } = request.routeOptions
  const named = config.typeParameter === undefined ? undefined : parameter(request, config.typeParameter)
  if (named !== undefined) return toUrn('type', named).slice('urn:type:'.length)
  return config.typeSlug ?? parameter(request, 'typeSlug')
}

/** A parameter of the address of a request; undefined where its route has none of that name. */
export function parameter({ params }: FastifyRequest, name: string): string | undefined {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : undefined
}
