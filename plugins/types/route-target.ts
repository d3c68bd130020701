import type { FastifyRequest, TargetReader } from '../../kernel/index.ts'
import { isRecord } from '../../lib/json/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import { typeId } from './registry/slugs.ts'

/**
 * The type that a route is about: the one that its `typeParameter` names, else its `typeSlug`, else `:typeSlug` in its path. With a type of resources,
 * `:id` is a resource of it.
 */
export const readTarget: TargetReader = ({ url, config = {} }) => {
  const { typeSlug, typeParameter } = config
  if (typeParameter !== undefined)
    return request => ({ type: toUrn('type', parameter(request, typeParameter) ?? '').slice(typeId('').length) })
  if (typeSlug === undefined && !url.includes('/:typeSlug')) return undefined
  return request => {
    const type = typeSlug ?? parameter(request, 'typeSlug') ?? ''
    const id = parameter(request, 'id')
    return { type, id: id === undefined ? undefined : toUrn(type, id) }
  }
}

function parameter({ params }: FastifyRequest, name: string): string | undefined {
  const value = isRecord(params) ? params[name] : undefined
  return typeof value === 'string' ? value : undefined
}
