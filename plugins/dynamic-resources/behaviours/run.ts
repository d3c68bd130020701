import { HttpError, PluginFault, PluginTimeout, reasonOf } from '../../../kernel/index.ts'
import type { WriteOperation } from '../../../kernel/index.ts'
import { cloneJson } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { checkOperations } from '../../../lib/store-kit/index.ts'
import type { ResourceChange } from '../contract.ts'
import type { SuppliedBehaviour } from './behaviours.ts'
import { behaviourFault, checkOutcome } from './outcome.ts'
import type { Pending } from './pending.ts'
import type { WriteScope } from './scope.ts'

/** What a behaviour makes of a change. */
interface Outcome {
  /** The data to be written; the same object as before when it changed nothing. */
  data: JsonObject
  /** What belongs into the write beside the change. */
  operations: WriteOperation[]
}

/**
 * Let one behaviour work on a change, on a copy of its data and in bounded time.
 * @param change the data as the behaviours before it left them
 * @param note is told the copy before the behaviour begins, so that it finds its own change when it looks for it
 * @throws the `HttpError` that it or its scope throws; `PluginTimeout` when it does not finish; `PluginFault` for anything else that it throws, and for
 * data and operations that cannot be stored
 */
export async function runBehaviour(
  supplied: SuppliedBehaviour,
  change: ResourceChange,
  scope: WriteScope,
  { pending, timeoutMs, note }: { pending: Pending; timeoutMs: number; note: (data: JsonObject) => void },
): Promise<Outcome> {
  const { type, before, data } = change
  const copy = { ...change, before: before === null ? null : cloneJson(before), data: cloneJson(data) }
  note(copy.data)
  pending.running.push(supplied)
  try {
    const added = await inTime(pending, timeoutMs, async () => supplied.behaviour.before?.(copy, scope))
    scope.end()
    return {
      data: checkOutcome(supplied, type, data, copy.data),
      operations: [...(await checkAdded(supplied, added ?? [], scope)), ...scope.operations()],
    }
  } catch (error) {
    throw scope.refusal ?? attributed(supplied, error)
  } finally {
    scope.close()
    pending.running.splice(pending.running.lastIndexOf(supplied), 1)
  }
}

function attributed(supplied: SuppliedBehaviour, error: unknown): unknown {
  if (error instanceof HttpError || error instanceof PluginFault) return error
  return behaviourFault(supplied, `it failed: ${reasonOf(error)}`, error)
}

/** Operations that a behaviour returns, if they are such and the caller may do what they do. */
async function checkAdded(
  supplied: SuppliedBehaviour,
  added: readonly WriteOperation[],
  scope: WriteScope,
): Promise<readonly WriteOperation[]> {
  try {
    checkOperations(added)
  } catch (error) {
    throw behaviourFault(supplied, `it returns what is no write operation: ${reasonOf(error)}`, error)
  }
  for (const operation of added) await scope.authorize(operation)
  return added
}

/** The behaviour that was set off last is the one that hangs: the others wait for it. */
async function inTime<Result>(pending: Pending, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const last = pending.running.at(-1)
      const name = last?.behaviour.name ?? 'a behaviour'
      const message = `the behaviour ${name} did not finish within ${timeoutMs / 1000} s; nothing was changed`
      reject(new PluginTimeout(last?.plugin ?? '', message))
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
