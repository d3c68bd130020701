import type { WriteOperation } from '../../../kernel/index.ts'

/** Changes first, those to one collection together; then the other conditions of the write, each once; then the events. */
export function arrangeOperations(operations: readonly WriteOperation[]): WriteOperation[] {
  const created = new Set(operations.flatMap(one => (one.kind === 'insert' ? [one.document.id] : [])))
  const changes = new Map<string, WriteOperation[]>()
  const conditions = new Map<string, WriteOperation>()
  const events: WriteOperation[] = []
  for (const operation of operations) {
    if (operation.collection === '_events') events.push(operation)
    else if (operation.kind === 'absent') conditions.set(`absent ${conditions.size}`, operation)
    else if (operation.kind !== 'check') append(changes, operation.collection, operation)
    else if (!created.has(operation.id)) conditions.set(`${operation.id} ${operation.expected}`, operation)
  }
  return [...[...changes.values()].flat(), ...conditions.values(), ...events]
}

function append(groups: Map<string, WriteOperation[]>, name: string, operation: WriteOperation): void {
  const group = groups.get(name)
  if (group === undefined) groups.set(name, [operation])
  else group.push(operation)
}
