import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BadRequest, PreconditionFailed } from '../errors.ts'

/** What a write requires of the state of its target: values of the headers of RFC 9110, 13.1. */
export interface Preconditions {
  /** Value of `If-Match`: the target must exist, in one of these states. */
  ifMatch?: string | undefined
  /** Value of `If-None-Match`: the target must not be in one of these states; `*`: it must not exist. */
  ifNoneMatch?: string | undefined
}

/** The current state of the target of a write, by what its entity tags consist of. */
export interface TargetState {
  id: string
  sequenceNo: number
  /** Of the other representation, if there is one. */
  variant?: string | undefined
}

/** The preconditions of a request. */
export const preconditionsOf = ({ headers }: FastifyRequest): Preconditions => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
})

/** A list of entity tags (RFC 9110, 8.8.3); its elements can be empty (5.6.1). */
const tagList = /^[\s,]*(?:W\/)?"[^"]*"(?:\s*,[\s,]*(?:W\/)?"[^"]*")*[\s,]*$/

/**
 * Check the preconditions of a write: lists of tags, `*`, the tag of either representation. Unlike in the RFC weak tags match `If-Match`: that of a
 * compressed answer names the same state. The write must require the same state when it is committed, or check again.
 * @param current undefined when the target does not exist
 * @throws PreconditionFailed; BadRequest for a header that is no list of tags
 */
export function checkPreconditions({ ifMatch, ifNoneMatch }: Preconditions, current: TargetState | undefined): void {
  if (ifMatch !== undefined && !names(ifMatch, 'If-Match', current)) {
    // The message does not contain the current state: a caller who can change the resource is not always allowed to read it.
    throw new PreconditionFailed(
      current === undefined
        ? 'If-Match requires a resource, and there is none'
        : 'If-Match names another state: the resource was changed meanwhile',
    )
  }
  if (ifNoneMatch !== undefined && names(ifNoneMatch, 'If-None-Match', current)) {
    throw new PreconditionFailed(
      ifNoneMatch.trim() === '*'
        ? 'If-None-Match: * requires that there is no such resource, and there is one'
        : 'If-None-Match names the current state',
    )
  }
}

/** Whether the value of a header names the current state. */
function names(value: string, header: string, current: TargetState | undefined): boolean {
  if (value.trim() === '*') return current !== undefined
  if (!tagList.test(value)) {
    throw new BadRequest(`${header} must be * or a list of quoted tags, such as ${etagOf(current?.id ?? 'id', 1)}`)
  }
  if (current === undefined) return false
  const { id, sequenceNo, variant } = current
  return findTag(value, etagOf(id, sequenceNo), etagOf(id, sequenceNo, variant)) !== undefined
}

/** Whether preconditions name states that the target must have, which the write then requires; `*` does not. */
export const namesState = ({ ifMatch }: Preconditions): boolean => ifMatch !== undefined && ifMatch.trim() !== '*'

const changing: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/**
 * Check the preconditions of a request that nothing after it evaluates. Nothing has a modification date here, so `If-Unmodified-Since` counts only
 * as the RFC has it beside `If-Match`: not at all. What a route without entity tags changes is there, and has no tag.
 * @throws BadRequest; PreconditionFailed
 */
export function checkUnevaluated(request: FastifyRequest): void {
  const { method, headers, routeOptions } = request
  if (method === 'GET' || method === 'HEAD') return
  if (headers['if-unmodified-since'] !== undefined && headers['if-match'] === undefined)
    throw new BadRequest('If-Unmodified-Since is not supported; use If-Match with the ETag of the resource')
  if (!changing.has(method) || routeOptions.config.tagged === true) return
  const { ifMatch, ifNoneMatch } = preconditionsOf(request)
  if (ifNoneMatch?.trim() === '*')
    throw new PreconditionFailed('If-None-Match: * requires that there is nothing at this address')
  if (namesState({ ifMatch }))
    throw new PreconditionFailed('If-Match names a state, and what is at this address has no ETag')
}

/**
 * Entity tag of a resource: `"<id>.<sequence_no>"`, with `.<variant>` for another representation of it.
 * @param variant changes with whatever else the representation depends on
 */
export function etagOf(id: string, sequenceNo: number, variant?: string): string {
  return variant === undefined ? `"${id}.${sequenceNo}"` : `"${id}.${sequenceNo}.${variant}"`
}

/**
 * Weak entity tag of an answer that is made of many things, such as a list.
 * @param basis texts that change whenever the answer does
 */
export const weakTagOf = (basis: readonly string[]): string => `W/"${hash('sha1', basis.join('\0'), 'base64url')}"`

/**
 * Find a tag in a header, in any form: as it is, weak, or with the suffix that proxies add to the tags of answers that they compress (`"x-gzip"`).
 * @returns the tag as written in the header; anything in it that is no tag is ignored
 */
export function findTag(header: string, ...wanted: readonly string[]): string | undefined {
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  const strong = new Set(wanted.map(tag => tag.replace(/^W\//, '')))
  return tags.find(tag => strong.has(tag.replace(/^W\//, '')) || strong.has(withoutEncoding(tag)))
}

const withoutEncoding = (tag: string): string =>
  tag.replace(/^W\//, '').replace(/-{1,2}(?:gzip|br|deflate|zstd)"$/, '"')
