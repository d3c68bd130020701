import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { systemCodeOf } from '../../../lib/errors/index.ts'
import { plain } from '../../../lib/terminal/index.ts'
import { pointerTokens, utf8Text, valueAtPointer } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { findLongNames, findTooManyOperations } from './limits.ts'
import { UnreadableText, parseDocument } from './parse-document.ts'
import type { ParsedDocument } from './parse-document.ts'
import { InvalidDocument, ProblemAt } from './problem.ts'
import type { DocumentProblem } from './problem.ts'
import { checkReferences } from './references.ts'

/** How many problems a message names. */
const maxNamedProblems = 10
const maxLineLength = 1000

/** A valid OpenAPI 3.0 document, in which every `$ref` points into the document. */
export interface OpenApiDocument {
  /** The document as written. */
  document: JsonObject
  /** Path of the file, for messages. */
  file: string
  /**
   * A readable position: `pets.yaml, line 12, paths./pets.get`.
   * @param pointer JSON Pointer (RFC 6901)
   */
  placeOf(pointer: string): string
}

/**
 * Read and validate an OpenAPI 3.0.x document (https://spec.openapis.org/oas/v3.0.3).
 * @throws InvalidDocument with every problem and its position
 */
export async function loadDocument(file: string): Promise<OpenApiDocument> {
  const parsed = parse(file, await readText(file))
  const { document } = parsed
  const placeOf = placing(file, parsed)
  const refuse = (problems: readonly DocumentProblem[]): never => {
    throw invalid(problems, placeOf)
  }
  const version = document['openapi']
  if (typeof version !== 'string' || !/^3\.0\.\d+(?:-.+)?$/.test(version)) {
    const found = version === undefined ? 'missing' : JSON.stringify(version)
    refuse([{ pointer: '/openapi', message: `must be a version 3.0.x of OpenAPI; it is ${found}` }])
  }
  for (const check of [findLongNames, checkReferences, findTooManyOperations]) {
    const problems = check(document)
    if (problems.length > 0) refuse(problems)
  }
  const problems = await validate(document)
  if (problems.length > 0) refuse(problems)
  return { document, file, placeOf }
}

/**
 * Create one error from problems.
 * @param placeOf the readable position of each
 */
export function invalid(problems: readonly DocumentProblem[], placeOf: (pointer: string) => string): InvalidDocument {
  const named = problems
    .slice(0, maxNamedProblems)
    .map(({ pointer, message }) => printable(`${placeOf(pointer)}: ${message}`))
  const more = problems.length - named.length
  return new InvalidDocument([...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'), problems)
}

/** A line for a terminal: without control characters, and of limited length. */
function printable(line: string): string {
  const harmless = plain(line)
  return harmless.length > maxLineLength ? `${harmless.slice(0, maxLineLength)}…` : harmless
}

/** Run a function that throws {@link ProblemAt}; the error becomes an {@link InvalidDocument} that names the position. */
export function namingPlaces<Result>({ placeOf }: Pick<OpenApiDocument, 'placeOf'>, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof ProblemAt) throw invalid([error], placeOf)
    throw error
  }
}

function parse(file: string, text: string): ParsedDocument {
  try {
    return parseDocument(text)
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    const line = error.line === undefined ? '' : `, line ${error.line}`
    throw new InvalidDocument(`${file}${line}: ${error.message}`)
  }
}

function placing(file: string, { lineOf }: ParsedDocument): (pointer: string) => string {
  return pointer => {
    const line = lineOf(pointer)
    const path = pointerTokens(pointer).join('.')
    return [basename(file), ...(line === undefined ? [] : [`line ${line}`]), ...(path === '' ? [] : [path])].join(', ')
  }
}

/** The problems that the validator finds, the deepest first: of several failed alternatives, those that match best are the most informative. */
async function validate(document: JsonObject): Promise<DocumentProblem[]> {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  // A text is about references, in which the validator takes `$ref` and `$id` in examples for keywords; they are checked before.
  if (valid || typeof errors === 'string') return []
  const relevant = (errors ?? []).filter(({ instancePath }) => !isKnownLocation(document, instancePath))
  const problems = relevant.map(({ instancePath, message = 'is not valid', params }) => ({
    pointer: instancePath,
    message: `${message}${detail(params)}`,
  }))
  const deepest = Math.max(0, ...problems.map(({ pointer }) => pointerTokens(pointer).length))
  const kept = problems.filter(({ pointer }) => pointerTokens(pointer).length === deepest)
  return [...new Map(kept.map(problem => [`${problem.pointer} ${problem.message}`, problem])).values()]
}

/** A parameter of any location that has a mistake fits none of the alternatives, one for each location: the location is no mistake. */
const isKnownLocation = (document: JsonObject, pointer: string): boolean =>
  pointer.endsWith('/in') && ['path', 'query', 'header', 'cookie'].includes(String(valueAtPointer(document, pointer)))

function detail(params: Readonly<Record<string, unknown>>): string {
  const { additionalProperty, allowedValues } = params
  if (typeof additionalProperty === 'string') return `: ${additionalProperty}`
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : ''
}

/** In bytes; documents with ten thousand paths are smaller. */
const maxFileBytes = 16 * 1024 * 1024

/**
 * Read an OpenAPI document as text, without a byte order mark.
 * @throws InvalidDocument when it is not a file, empty, too large, or not UTF-8
 */
async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path)
  if (bytes.length > maxFileBytes) throw tooLarge(path)
  const text = utf8Text(bytes)
  if (text === undefined || text.includes('\0')) {
    throw new InvalidDocument(`${path} is not a text in UTF-8: an OpenAPI document is YAML or JSON`)
  }
  if (text.trim() === '') throw new InvalidDocument(`${path} is empty: an OpenAPI document is YAML or JSON`)
  return text
}

const tooLarge = (path: string): InvalidDocument =>
  new InvalidDocument(`${path} is larger than ${maxFileBytes / 1024 / 1024} MiB`)

async function readBytes(path: string): Promise<Buffer> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw new InvalidDocument(`${path} is a directory, not an OpenAPI document`)
    // A pipe (`<(…)` in a shell) ends; a device may not.
    if (!found.isFile() && !found.isFIFO()) throw new InvalidDocument(`${path} is a device, not an OpenAPI document`)
    if (found.size > maxFileBytes) throw tooLarge(path)
    return await readStart(path)
  } catch (error) {
    if (error instanceof InvalidDocument) throw error
    const code = systemCodeOf(error) || 'unknown'
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`
    throw new InvalidDocument(`the OpenAPI document ${path}: ${reason}`)
  }
}

/** The bytes of a file up to one more than are allowed: the size of a pipe is not known before. */
async function readStart(path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: maxFileBytes }))
    if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
