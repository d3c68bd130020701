import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { BSON } from 'mongodb'
import type { Document } from 'mongodb'

/** The kind of message that carries commands and their answers (OP_MSG of MongoDB's wire protocol), and where its parts begin. */
const opMsg = 2013
const headBytes = 16
const bodyAt = 21

/**
 * Changes an answer of the server, or holds it.
 * @returns undefined to pass it on as it is
 */
export type Interposed = (command: Document, answer: Document) => Document | undefined | Promise<Document | undefined>

/** A MongoDB server whose answers pass through a function, for states of a server that a test cannot bring about. */
export async function interpose(port: number, change: Interposed): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    const commands = new Map<number, Document>()
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on(
      'data',
      messages(message => {
        if (isOpMsg(message)) commands.set(message.readInt32LE(4), bodyOf(message))
        upstream.write(message)
      }),
    )
    let sent: Promise<unknown> = Promise.resolve()
    upstream.on(
      'data',
      messages(message => {
        const command = commands.get(message.readInt32LE(8))
        const answer = async (): Promise<Buffer> => {
          const changed =
            command === undefined || !isOpMsg(message) ? undefined : await change(command, bodyOf(message))
          return changed === undefined ? message : withBody(message, changed)
        }
        sent = sent.then(async () => client.write(await answer()))
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Splits a stream of bytes into messages. */
function messages(take: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return bytes => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= headBytes && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

const isOpMsg = (message: Buffer): boolean => message.readInt32LE(12) === opMsg && message[bodyAt - 1] === 0

const bodyOf = (message: Buffer): Document =>
  BSON.deserialize(message.subarray(bodyAt, bodyAt + message.readInt32LE(bodyAt)))

function withBody(message: Buffer, body: Document): Buffer {
  const changed = Buffer.concat([message.subarray(0, bodyAt), BSON.serialize(body)])
  changed.writeInt32LE(changed.length, 0)
  return changed
}
