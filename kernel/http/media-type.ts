import { LRUCache } from 'lru-cache'

/** The media types of answers and bodies of the API. */
export const json = 'application/json'
/** Errors in the form of RFC 9457. */
export const problemJson = 'application/problem+json'
export const mergePatch = 'application/merge-patch+json'

/** What an `Accept` header accepts of the media types that can be sent. */
interface Acceptance {
  /** Whether one of them is accepted at all. A client that accepts only problems gets JSON when there is no error. */
  any: boolean
  /** Whether errors are preferred as problems (RFC 9457): named explicitly, with at least the quality of JSON. */
  problem: boolean
  /** The preferred one; the first when several are accepted equally. */
  preferred: string
}

const onlyJson: readonly string[] = [json]
const known = new LRUCache<string, Acceptance>({ max: 500 })

/**
 * Read an `Accept` header (RFC 9110, 12.5.1): quality values, wildcards, and the precedence of the more specific range.
 * Clients send few different headers, so the results are cached.
 * @param offered the media types that can be sent, the usual one first
 */
export function readAccept(header: string | undefined, offered = onlyJson): Acceptance {
  if (header === undefined || header === '*/*') return { any: true, problem: false, preferred: offered[0] ?? json }
  const key = `${offered.join()} ${header}`
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const acceptance = evaluate(header, offered)
  known.set(key, acceptance)
  return acceptance
}

/** Whether the sender of this `Accept` header prefers errors as problems (RFC 9457). */
export const prefersProblem = (header: string | undefined): boolean => readAccept(header).problem

interface Range {
  type: string
  quality: number
}

function evaluate(header: string, offered: readonly string[]): Acceptance {
  const elements = splitOutsideQuotes(header, ',').filter(element => element.trim() !== '')
  const isEmpty = elements.length === 0
  const ranges = elements.map(readRange).filter(range => range !== undefined)
  const all = isEmpty ? [{ type: '*/*', quality: 1 }] : ranges
  const choices = offered.map(type => ({ type, ...bestMatch(all, type) }))
  const problem = all.find(({ type }) => type === problemJson)?.quality ?? 0
  return {
    any: problem > 0 || choices.some(({ quality }) => quality > 0),
    problem: problem > 0 && problem >= bestMatch(all, json).quality,
    preferred: [...choices].sort((a, b) => b.quality - a.quality || a.rank - b.rank)[0]?.type ?? json,
  }
}

/** The quality of a media type by the most specific range that covers it, and its rank among equals: the named ones in the order of the header, then the others. */
function bestMatch(ranges: readonly Range[], type: string): { quality: number; rank: number } {
  const named = ranges.findIndex(range => range.type === type)
  const range =
    ranges[named] ?? ['application/*', '*/*'].map(one => ranges.find(other => other.type === one)).find(Boolean)
  return { quality: range?.quality ?? 0, rank: named === -1 ? ranges.length : named }
}

function readRange(text: string): Range | undefined {
  const [type = '', ...parameters] = splitOutsideQuotes(text, ';').map(part => part.trim().toLowerCase())
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return undefined
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return { type, quality: 1 }
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? { type, quality: Number(weight) } : undefined
}

/** The parts of a header between separators; in a quoted string (RFC 9110, 5.6.4), such as the address of a profile, there are none. */
const splitOutsideQuotes = (text: string, separator: ',' | ';'): string[] =>
  text.match(separator === ',' ? commaParts : semicolonParts) ?? []

const commaParts = /(?:"(?:[^"\\]|\\.)*"?|[^,"])+/g
const semicolonParts = /(?:"(?:[^"\\]|\\.)*"?|[^;"])+/g

/** The media type of a `Content-Type` header, without parameters and in lower case. */
export function mediaType(header: string): string {
  const end = header.indexOf(';')
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase()
}

/** The coding that a `Content-Encoding` header names, in lower case; `identity` when there is none (RFC 9110, 8.4.1). */
export function contentCoding(header = ''): string {
  const named = header.toLowerCase().split(',')
  const coding = named.flatMap(one => one.trim() || []).join(', ') || 'identity'
  return coding === 'x-gzip' ? 'gzip' : coding
}
