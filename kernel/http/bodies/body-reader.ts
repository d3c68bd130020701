import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import { BadRequest, PayloadTooLarge, TooManyBodyBytes } from '../../errors.ts'

type Done = (error: Error | null, body?: Buffer) => void

/** Counts the bytes of request bodies in memory: from their arrival until the request is answered, because the parsed value stays in memory too. */
export class BodyReader {
  readonly #maxBytes: number
  /** Limits of the parsed bodies. */
  readonly limits: Pick<Config['http'], 'maxObjectMembers'>
  #bytes = 0
  #isFull = false

  constructor({
    maxBodyBytesInFlight,
    maxObjectMembers,
  }: Pick<Config['http'], 'maxBodyBytesInFlight' | 'maxObjectMembers'>) {
    this.limits = { maxObjectMembers }
    this.#maxBytes = maxBodyBytesInFlight
  }

  /**
   * Read a whole body.
   * @param response of the same request; when it is closed the bytes are no longer counted
   * @param done called with the body, or `PayloadTooLarge`, `TooManyBodyBytes`, or the error of the connection
   */
  read(request: FastifyRequest, payload: IncomingMessage, response: ServerResponse, done: Done): void {
    const length = declaredLength(request)
    if (length > request.routeOptions.bodyLimit) return done(tooLarge(request))
    const chunks: Buffer[] = []
    this.#receive(request, payload, response, {
      keep: chunk => chunks.push(chunk),
      end: bytes => {
        if (!Number.isNaN(length) && length !== bytes) done(wrongLength())
        else done(null, Buffer.concat(chunks, bytes))
      },
      fail: error => {
        chunks.length = 0
        done(error)
      },
    })
    payload.resume()
  }

  /**
   * Apply the same limits to a body that something else reads from its stream. The stream emits the error of a limit that is exceeded.
   * @param done called at once: with an error if the body is declared too large
   */
  limit(
    request: FastifyRequest,
    payload: IncomingMessage,
    response: ServerResponse,
    done: (error: Error | null) => void,
  ): void {
    if (declaredLength(request) > request.routeOptions.bodyLimit) return done(tooLarge(request))
    this.#receive(request, payload, response, {
      fail: (error, isOfStream) => {
        if (!isOfStream) payload.emit('error', error)
      },
    })
    payload.pause() // until its reader begins
    done(null)
  }

  /** Count a body while it arrives, up to its end or the first error. */
  #receive(
    request: FastifyRequest,
    payload: IncomingMessage,
    response: ServerResponse,
    { keep, end, fail }: Receiver,
  ): void {
    const limit = request.routeOptions.bodyLimit
    const stop = (): void => {
      payload.off('data', add).off('end', finish).off('error', abort)
    }
    const abort = (error: Error, isOfStream = true): void => {
      stop()
      this.#release(arrival)
      fail(error, isOfStream)
    }
    const finish = (): void => {
      stop()
      end?.(arrival.bytes)
    }
    const arrival: Arrival = { bytes: 0 }
    const add = (chunk: Buffer): void => {
      arrival.bytes += chunk.length
      this.#bytes += chunk.length
      if (arrival.bytes > limit) abort(tooLarge(request), false)
      else if (this.#bytes > this.#maxBytes) abort(this.#refusal(request), false)
      else keep?.(chunk)
    }
    response.once('close', () => this.#release(arrival))
    payload.on('data', add).on('end', finish).on('error', abort)
  }

  #release(arrival: Arrival): void {
    this.#bytes -= arrival.bytes
    arrival.bytes = 0
    if (this.#bytes < this.#maxBytes / 2) this.#isFull = false
  }

  /** Logs the refusal once, until there is room again. */
  #refusal({ log }: FastifyRequest): TooManyBodyBytes {
    if (!this.#isFull)
      log.warn(
        { limit: this.#maxBytes },
        'bodies are refused: more bytes arrive at once than http.maxBodyBytesInFlight',
      )
    this.#isFull = true
    return new TooManyBodyBytes()
  }
}

/** A body that is arriving. */
interface Arrival {
  bytes: number
}

/** What happens to a body that is counted. */
interface Receiver {
  keep?: (chunk: Buffer) => void
  end?: (bytes: number) => void
  /** @param isOfStream whether it is the error of the connection, and not of a limit */
  fail: (error: Error, isOfStream: boolean) => void
}

const declaredLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'])

const tooLarge = ({ routeOptions }: FastifyRequest): PayloadTooLarge =>
  new PayloadTooLarge(`the body is larger than ${routeOptions.bodyLimit} bytes`)

const wrongLength = (): BadRequest =>
  new BadRequest('the body does not have the length in Content-Length', { code: 'malformed-request' })
