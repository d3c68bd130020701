import { receiveMessageOnPort } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { unpacked } from './packing.ts'
import type { PackedGroup } from './packing.ts'
import type { Group } from './prepared.ts'
import { serve } from './threads.ts'
import { Transactions } from './transactions.ts'

/* The thread that writes; see `runner.ts`. */

/** From how many writes on a transaction takes no further groups, so that its answers do not wait long. */
const mostWrites = 500

serve(connection => {
  const transactions = new Transactions(connection)
  return (message, port) => {
    const groups = [unpacked(message as PackedGroup)]
    addWaiting(groups, port)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    port.postMessage(transactions.run(groups))
  }
})

/** Take the groups that came meanwhile. A thread that has groups is not closed. */
function addWaiting(groups: Group[], port: MessagePort): void {
  for (let writes = groups[0]?.writes.length ?? 0; writes < mostWrites;) {
    const received = receiveMessageOnPort(port)
    if (received === undefined) return
    const group = unpacked(received.message as PackedGroup)
    groups.push(group)
    writes += group.writes.length
  }
}
