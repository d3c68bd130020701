/** The media types of answers and bodies of the API. */
export const json = 'application/json'
export const linkedData = 'application/ld+json'
/** Errors in the form of RFC 9457. */
export const problemJson = 'application/problem+json'
export const mergePatch = 'application/merge-patch+json'

/** What an `Accept` header accepts of the formats of the API. */
export interface Acceptance {
  /** Whether JSON or JSON-LD is accepted at all. A client that accepts only problems gets JSON when there is no error. */
  any: boolean
  /** Whether errors are preferred as problems (RFC 9457): named explicitly, with at least the quality of JSON. */
  problem: boolean
  /** Which of the two is preferred; JSON when a wildcard covers both equally. */
  preferred: typeof json | typeof linkedData
}

const everything: Acceptance = { any: true, problem: false, preferred: json }
const known = new Map<string, Acceptance>()
const maxRemembered = 500

/**
 * Read an `Accept` header (RFC 9110, 12.5.1): quality values, wildcards, and the precedence of the more specific range.
 * Clients send few different headers, so the results are cached.
 */
export function readAccept(header: string | undefined): Acceptance {
  if (header === undefined || header === '*/*') return everything
  const remembered = known.get(header)
  if (remembered !== undefined) return remembered
  const acceptance = decide(header)
  if (known.size >= maxRemembered) known.clear()
  known.set(header, acceptance)
  return acceptance
}

/** Whether the sender of this `Accept` header prefers errors as problems (RFC 9457). */
export const prefersProblem = (header: string | undefined): boolean => readAccept(header).problem

interface Range {
  type: string
  quality: number
}

function decide(header: string): Acceptance {
  const ranges = header
    .split(',')
    .map(readRange)
    .filter(range => range !== undefined)
  if (ranges.length === 0 && header.trim() === '') return everything
  const forJson = bestRange(ranges, json)
  const forLinkedData = bestRange(ranges, linkedData)
  const forProblem = ranges.find(({ type }) => type === problemJson)?.quality ?? 0
  const any = forJson.quality > 0 || forLinkedData.quality > 0 || forProblem > 0
  const problem = forProblem > 0 && forProblem >= forJson.quality
  return { any, problem, preferred: prefersLinkedData(ranges, forJson, forLinkedData) ? linkedData : json }
}

const none: Range = { type: '', quality: 0 }

/** The most specific range that covers a media type. */
const bestRange = (ranges: readonly Range[], type: string): Range =>
  [type, 'application/*', '*/*'].map(wanted => ranges.find(range => range.type === wanted)).find(Boolean) ?? none

/** With equal quality a named type takes precedence over a wildcard, and of two named types the first. */
function prefersLinkedData(ranges: readonly Range[], forJson: Range, forLinkedData: Range): boolean {
  if (forLinkedData.quality !== forJson.quality) return forLinkedData.quality > forJson.quality
  if (forLinkedData.type !== linkedData) return false
  return forJson.type !== json || ranges.indexOf(forLinkedData) < ranges.indexOf(forJson)
}

function readRange(text: string): Range | undefined {
  const [type = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return undefined
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return { type, quality: 1 }
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? { type, quality: Number(weight) } : undefined
}

/** The media type of a `Content-Type` header, without parameters and in lower case. */
export function mediaType(header: string): string {
  const end = header.indexOf(';')
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase()
}
