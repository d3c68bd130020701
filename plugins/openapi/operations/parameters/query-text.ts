import type { FastifyRequest } from 'fastify'
import { queryPairs } from '../../../../kernel/index.ts'
import type { WrittenPair } from './styles.ts'

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/**
 * The pairs of a query string or a form, with their values as written.
 * @param pairs the same, decoded
 */
export function writtenPairs(text: string, pairs: readonly (readonly [string, string])[]): WrittenPair[] {
  const parts = text.split('&').filter(part => part !== '')
  return pairs.map(([name, value], index) => {
    const part = parts[index] ?? ''
    const equals = part.indexOf('=')
    return { name, value, written: { text: equals === -1 ? '' : part.slice(equals + 1), decode } }
  })
}

/** Reads the query string of a request, without parameters that are read elsewhere. @throws BadRequest when it is malformed */
export function queryReader(isReadElsewhere: (name: string) => boolean): (request: FastifyRequest) => WrittenPair[] {
  return request => {
    const start = request.url.indexOf('?')
    if (start === -1) return []
    const pairs = writtenPairs(request.url.slice(start + 1), queryPairs(request))
    return pairs.filter(({ name }) => !isReadElsewhere(name))
  }
}
