import type { CompiledSchema } from '../../../kernel/index.ts'
import type { Step } from './batches.ts'

/** What the service sets itself is in exports, and not in what is sent. */
export function withoutReadOnly({ readOnly }: CompiledSchema): Step {
  const names = new Set(readOnly)
  if (names.size === 0) return batch => batch
  return batch => ({
    ...batch,
    ready: batch.ready.map(row => {
      const entries = Object.entries(row.data).filter(([name]) => !names.has(name))
      return { ...row, data: Object.fromEntries(entries) }
    }),
  })
}
