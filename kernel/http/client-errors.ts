import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody } from './answer-error.ts'

/** Answer what is no HTTP (RFC 9112), or came too slowly or too big, before Fastify sees it: in the same shape as any error. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') end(socket, 408, 'the request took too long to arrive')
  else if (error.code === 'HPE_HEADER_OVERFLOW') end(socket, 431, 'the headers of the request are too large')
  else if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    end(socket, 413, 'the chunk extensions of the body are too large')
  else end(socket, 400, 'this is not a valid HTTP/1.1 request')
}

/** Answer the requests that Node itself would end without a word, or with an empty one. */
export function answerOddRequests(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    end(socket, 405, 'CONNECT is not allowed here', 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n')
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody('the only expectation that can be met is 100-continue')
    response.writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
}

function end(socket: Duplex, status: number, message: string, headers = ''): void {
  const body = errorBody(message)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `Date: ${new Date().toUTCString()}\r\n${headers}` +
      `Connection: close\r\n\r\n${body}`,
  )
}
