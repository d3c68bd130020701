import { join } from 'node:path'
import { Writable } from 'node:stream'
import fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import { packageRoot } from '../../kernel/package-root.ts'

/** The folder of the faulty plugins. */
export const badPlugins = join(packageRoot, 'testing', 'internal', 'bad')

/** The default plugins, and these plugins of the folder. */
export const withBad = (...names: readonly string[]): Config['plugins'] => ({
  ...loadConfig({}).plugins,
  ...Object.fromEntries(names.map(name => [`./${name}.mjs`, true])),
})

/** A line of the log. */
export interface LogLine {
  level: number
  msg: string
  plugin?: string
  err?: { message: string; stack: string }
  [name: string]: unknown
}

/** A log that is kept, and not printed. */
export function keptLog(level = 'info'): { logger: FastifyBaseLogger; lines: LogLine[] } {
  const lines: LogLine[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line) as LogLine)
      done()
    },
  })
  return { logger: fastify({ logger: { level, stream } }).log, lines }
}
