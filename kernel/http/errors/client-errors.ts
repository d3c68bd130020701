import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../../error-codes.ts'
import { errorBody } from './answer-error.ts'

/** Connections with a request that has no time limit. */
const withoutTimeout = new WeakSet<Duplex>()

/** Remove the time limit of the request on a connection until it is answered: for a route that reads its body as a stream. */
export function allowTime(socket: Duplex, response: ServerResponse | undefined): void {
  withoutTimeout.add(socket)
  response?.once('close', () => withoutTimeout.delete(socket))
}

/** Answer input that is not HTTP (RFC 9112), or is too slow or too large, before Fastify sees it: in the same shape as any error. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && withoutTimeout.has(socket)) return // Node does not check this request again
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return end(socket, 408, 'request-timeout', 'the request took too long to arrive')
    case 'HPE_HEADER_OVERFLOW':
      return end(socket, 431, 'headers-too-large', 'the headers of the request are too large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return end(socket, 413, 'payload-too-large', 'the chunk extensions of the body are too large')
    default:
      return end(socket, 400, 'malformed-request', 'this is not a valid HTTP/1.1 request')
  }
}

/** Answer the requests that Node itself would close without an answer, or with an empty one. */
export function answerOddRequests(server: Server): void {
  server.on('connect', ({ headers }: IncomingMessage, socket: Duplex) => {
    end(socket, 405, 'method-not-allowed', 'CONNECT is not allowed here', {
      allow: 'GET, HEAD, POST, PUT, PATCH, DELETE',
      accept: headers.accept,
    })
  })
  server.on('checkExpectation', ({ headers }: IncomingMessage, response: ServerResponse) => {
    const message = 'the only expectation that can be met is 100-continue'
    const [contentType, body] = errorBody({ status: 417, code: 'expectation-failed', message }, headers.accept)
    response.writeHead(417, {
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
}

function end(
  socket: Duplex,
  status: number,
  code: ErrorCode,
  message: string,
  { allow, accept }: { allow?: string; accept?: string | undefined } = {},
): void {
  const [contentType, body] = errorBody({ status, code, message }, accept)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
      `Content-Type: ${contentType}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `Date: ${new Date().toUTCString()}\r\n` +
      (allow === undefined ? '' : `Allow: ${allow}\r\n`) +
      `Connection: close\r\n\r\n${body}`,
  )
}
