import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import { unpacked } from './packing.ts'
import type { PackedGroup } from './packing.ts'
import type { Group } from './prepared.ts'
import type { RunnerData } from './runner.ts'
import { Transactions } from './transactions.ts'

/* The thread that writes, with a connection of its own; see `runner.ts`. */

type Message = PackedGroup | 'close'

/** From how many writes on a transaction takes no further groups, so that its answers do not wait long. */
const mostWrites = 500

const { path, settings } = workerData as RunnerData
const connection = openConnection(path, settings)
const transactions = new Transactions(connection)

if (parentPort !== null) listen(parentPort)

function listen(port: MessagePort): void {
  port.on('message', (message: Message) => {
    for (let next: Message | undefined = message; next !== undefined;) {
      if (next === 'close') {
        connection.close()
        port.close()
        return
      }
      const groups = [unpacked(next)]
      next = more(port, groups)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
      port.postMessage(transactions.run(groups))
    }
  })
}

/** Take the groups that wait. @returns what came behind them that is for later */
function more(port: MessagePort, groups: Group[]): Message | undefined {
  for (let writes = groups[0]?.writes.length ?? 0; writes < mostWrites;) {
    const received = receiveMessageOnPort(port)?.message as Message | undefined
    if (received === undefined || received === 'close') return received
    const group = unpacked(received)
    groups.push(group)
    writes += group.writes.length
  }
  return undefined
}
