import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server as NetServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** A server under measurement. */
export interface Server {
  url: string
  stop(): Promise<void>
}

/** A server in a separate process. */
export interface ServerProcess extends Server {
  pid: number
}

/** Start a compiled file of this project as a server on a free port and wait for its first answer. */
export async function startServer(file: string, environment: Record<string, string>): Promise<ServerProcess> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { ...process.env, ...environment, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await firstAnswer(url, child)
  return {
    url,
    pid: child.pid ?? Number.NaN,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with exit code ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer !== undefined) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

/** The port that a server listens on. */
export function portOf(server: NetServer): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
