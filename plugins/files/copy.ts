import { Readable } from 'node:stream'
import type { Caller } from '../../kernel/index.ts'
import type { CopiedBytes } from './contract.ts'
import type { StoredHold } from './records.ts'
import type { FileService } from './service.ts'

/** Bytes that arrive with a copy of a service, before the resources of their files are written. */
export function receiveCopied(service: FileService, { dryRun }: { dryRun: boolean }): CopiedBytes {
  const { arrivals } = service.parts
  const received = new Set<string>()
  /** The holds, and whether other files had these bytes before. */
  const holds: { hold: StoredHold; wasUsed: boolean }[] = []
  return {
    has: sha256 => received.has(sha256),
    async receive(caller: Caller, sha256: string, bytes: AsyncIterable<Uint8Array>) {
      const arrived = await arrivals.receive(Readable.from(bytes), await service.arrival(caller, sha256))
      try {
        if (arrived.sha256 !== sha256) return // they were cut off or altered: their files are refused
        if (!dryRun) {
          const wasUsed = await service.isUsed(sha256)
          holds.push({ hold: await service.hold(caller, { file: 'copy' }, arrived), wasUsed })
        }
        received.add(sha256)
      } finally {
        await arrivals.discard(arrived.path)
      }
    },
    async end() {
      for (const { hold, wasUsed } of holds) await service.endHold(hold, wasUsed)
    },
  }
}
