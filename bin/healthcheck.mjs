#!/usr/bin/env node
// Exits with 0 when the service of this configuration answers, else with 1: for the health check of a container. Loads nothing of the service, because
// it runs every few seconds. Reads PORT, HOST and PLINTH_CONFIG as the service does, from the environment and from `.env`.
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { parseEnv } from 'node:util'

const timeoutMs = 2_500

/** The content of a file, or undefined when there is none. */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

const fromFile = parseEnv(read('.env') ?? '')
const variable = name => process.env[name] || fromFile[name] || undefined
const file = variable('PLINTH_CONFIG')
const { http = {} } = file === undefined ? {} : JSON.parse(read(file) ?? '{}')
const port = Number(variable('PORT') ?? http.port ?? 8080)
const host = variable('HOST') ?? http.host ?? '127.0.0.1'
// A service that listens on every address is asked on the loopback.
const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host

const fail = reason => {
  process.stderr.write(`plinth: ${reason}\n`)
  process.exit(1)
}
const request = get({ host: address, port, path: '/api/health', timeout: timeoutMs }, ({ statusCode }) =>
  // Without the plugin health this is 404 or 401, from a service that answers.
  statusCode < 500 ? process.exit(0) : fail(`status ${statusCode}`),
)
request.on('timeout', () => fail(`no answer within ${timeoutMs} ms`))
request.on('error', error => fail(error.message))
