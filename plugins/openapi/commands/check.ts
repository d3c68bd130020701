import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import type { CommandContext } from '../../../kernel/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { standardControllers } from '../controllers/index.ts'
import type { DescribedOperation } from '../operations/read-operations.ts'
import { chooseController } from '../plan.ts'
import { withoutEnding } from '../registered.ts'
import { findNotes } from './notes.ts'
import { readWantedSchemas, schemasTable, sendSchemas } from './wanted.ts'

interface CheckedOperation {
  method: string
  path: string
  /** Slug of the type of its items. */
  type: string | null
  /** Name of the controller; null when the operation has none. */
  controller: string | null
  middleware: readonly string[]
  /** Why this controller was chosen, or what the standard ones lack. */
  reason: string
}

/**
 * `plinth openapi check`.
 * @param options.store check also against stored data
 * @throws CommandFailed with the exit code for usage when the document is not valid, and with that for failure when it cannot be applied
 */
export async function check(
  context: CommandContext,
  file: string,
  options: { store?: boolean; prefix: string },
): Promise<void> {
  const { loaded, operations, wanted } = await readWantedSchemas(file, options.prefix, hasController)
  const checked = operations.map(checkOperation)
  const answer = options.store === true ? await sendSchemas(context, wanted, { dryRun: true, force: false }) : undefined
  const rows = checked.map((one): Json => ({ ...one, middleware: [...one.middleware] }))
  const schemas = answer === undefined ? {} : { compatible: answer.compatible, schemas: answer.schemas }
  const noted = findNotes(loaded.document, operations)
  const notes = noted.map(({ pointer, message }): Json => ({ pointer, message }))
  context.print({ operations: rows, ...schemas, ...(notes.length > 0 && { notes }) }, () => {
    const parts = [operationsTable(checked, context.table)]
    if (notes.length > 0)
      parts.push(noted.map(({ pointer, message }) => `${loaded.placeOf(pointer)}: ${message}`).join('\n'))
    if (answer !== undefined) parts.push(schemasTable(answer, context.table))
    return parts.join('\n\n')
  })
  if (answer?.compatible === false) {
    throw new CommandFailed('stored resources do not fit this document; a start with it is refused', exitCode.failed)
  }
}

/** Whether an operation has a controller, or a plugin could provide one. */
const hasController = (operation: DescribedOperation): boolean => checkOperation(operation).controller !== null

function operationsTable(operations: readonly CheckedOperation[], table: CommandContext['table']): string {
  const headings = ['METHOD', 'PATH', 'TYPE', 'CONTROLLER', 'MIDDLEWARE']
  const columns = [...headings.map(heading => ({ heading })), { heading: 'WHY', elastic: true }]
  const cells = operations.map(({ method, path, type, controller, middleware, reason }) => [
    method.toUpperCase(),
    path,
    type ?? '-',
    controller ?? 'none: 501',
    middleware.join(', ') || '-',
    reason,
  ])
  return table(columns, cells)
}

function checkOperation(operation: DescribedOperation): CheckedOperation {
  const { method, path, item, middlewareNames: middleware, controllerName } = operation
  const base = { method, path, type: item?.slug ?? null, middleware }
  // Plugins add further controllers, which only the running service has.
  const isStandard = standardControllers.some(({ name }) => withoutEnding(name) === withoutEnding(controllerName ?? ''))
  if (controllerName !== undefined && !isStandard) {
    return { ...base, controller: controllerName, reason: 'named by x-controller; a plugin has to bring it' }
  }
  const { controller, isNamed, reasons } = chooseController(operation, standardControllers)
  if (controller === undefined) {
    const reason = reasons.map(one => `${one.name}: ${one.reason}`).join('; ')
    return {
      ...base,
      controller: null,
      reason: reason === '' ? `no standard controller is for ${method.toUpperCase()}` : reason,
    }
  }
  return { ...base, controller: controller.name, reason: isNamed ? 'named by x-controller' : reasonOf(operation) }
}

/** The reason why the first matching controller was chosen, in words. */
function reasonOf({ method, item, body, answer, status }: DescribedOperation): string {
  const schema = item?.schema ?? 'nothing'
  const identifier = (item?.identifier ?? []).map(({ property }) => property).join(', ')
  const parts: string[] = [method.toUpperCase()]
  if (body === 'item') parts.push(`its body is ${schema}`)
  else if (body === 'items') parts.push(`its body is an array of ${schema}`)
  if (method === 'get')
    parts.push(answer === 'list' ? `${status ?? '2xx'} lists ${schema}` : `${status ?? '2xx'} is ${schema}`)
  if (method !== 'post' && answer !== 'list') parts.push(`identified by ${identifier}`)
  return parts.join(', ')
}

/**
 * `plinth openapi apply`.
 * @param options.force continue although items contain values of another JSON type
 * @throws CommandFailed when the document is not valid, or conflicts with stored data
 */
export async function apply(
  context: CommandContext,
  file: string,
  { force, prefix }: { force?: boolean; prefix: string },
): Promise<void> {
  const { wanted } = await readWantedSchemas(file, prefix, hasController)
  const answer = await sendSchemas(context, wanted, { dryRun: false, force: force === true })
  context.print({ schemas: answer.schemas }, () => schemasTable(answer, context.table))
}
