import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LightMyRequestResponse } from 'fastify'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'

/** A service with the plugin. */
export function filesApp(url: string | undefined, options: object | true = true): Promise<TestApp> {
  const plugins = { ...loadConfig({}).plugins, files: options === true ? true : { ...options } }
  return buildTestApp({ plugins, ...(url !== undefined && { url }) })
}

/** A part of a multipart body. */
export interface Part {
  name: string
  content: Buffer | string
  filename?: string
}

/** A multipart body and its header. */
export function multipart(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `b-${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap(({ name, content, filename }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: image/png`
    return [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]
  })
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Upload a file. */
export function upload(
  { app }: Pick<TestApp, 'app'>,
  content: Buffer | string,
  filename: string,
  properties: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const fields = Object.entries(properties).map(([name, value]) => ({ name, content: value }))
  const { payload, headers: own } = multipart([{ name: 'file', content, filename }, ...fields])
  return app.inject({ method: 'POST', url: '/api/file', payload, headers: { ...own, ...headers } })
}

/** The properties of a file in an answer. */
export const propertiesOf = (answer: LightMyRequestResponse): Record<string, unknown> => answer.json().data['@graph'][0]

/** The names of all files in the folder of a service, of a part of it. */
export async function storedFiles({ config }: Pick<TestApp, 'config'>, part = ''): Promise<string[]> {
  const folder = join(fileURLToPath(config.files?.url ?? ''), part)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

export const sha256Of = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
