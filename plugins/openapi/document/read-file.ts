import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { InvalidDocument } from './problem.ts'

/** In bytes; documents with ten thousand paths are smaller. */
const maxFileBytes = 16 * 1024 * 1024

/**
 * Read an OpenAPI document as text, without a byte order mark.
 * @throws InvalidDocument when it is not a file, empty, too large, or not UTF-8
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path)
  if (bytes.length > maxFileBytes) throw tooLarge(path)
  const text = decode(bytes)
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
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

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) // removes the byte order mark
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
