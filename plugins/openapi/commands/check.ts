import { CommandFailed, ConfigurationError, exitCode, table, widthOf } from '../../../kernel/index.ts'
import type { CommandContext, Json } from '../../../kernel/index.ts'
import { standardControllers } from '../controllers/index.ts'
import { loadDocument, namingPlaces } from '../document/load-document.ts'
import { readOperations } from '../operations/read-operations.ts'
import type { DescribedOperation } from '../operations/read-operations.ts'
import { chooseController } from '../plan.ts'
import { SchemaTranslator } from '../schemas/translate.ts'

interface CheckedOperation {
  method: string
  path: string
  /** Name of the controller; null where nothing answers the operation. */
  controller: string | null
  middleware: readonly string[]
  /** Why this controller, or what the standard ones miss. */
  reason: string
}

/** `plinth openapi check`. @throws CommandFailed with the exit code for usage when the document is not valid */
export async function check(context: CommandContext, file: string): Promise<void> {
  const operations = await checkedOperations(file)
  const rows = operations.map(({ method, path, controller, middleware, reason }): Json => ({
    method,
    path,
    controller,
    middleware: [...middleware],
    reason,
  }))
  const columns = [
    { heading: 'METHOD' },
    { heading: 'PATH' },
    { heading: 'CONTROLLER' },
    { heading: 'WHY', elastic: true },
  ]
  const cells = operations.map(one => [one.method.toUpperCase(), one.path, one.controller ?? '501', one.reason])
  context.print(rows, () => table(columns, cells, widthOf(context.stdout)))
}

async function checkedOperations(file: string): Promise<CheckedOperation[]> {
  try {
    const loaded = await loadDocument(file)
    const translator = new SchemaTranslator(loaded.document)
    return namingPlaces(loaded, () => readOperations(loaded.document, translator).map(checkOperation))
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CommandFailed(error.message, exitCode.usage)
    throw error
  }
}

function checkOperation(operation: DescribedOperation): CheckedOperation {
  const { method, path, middlewareNames: middleware, controllerName } = operation
  // Plugins bring further controllers, which are known to the running service alone.
  const isStandard = standardControllers.some(
    ({ name }) => name.replace(/Controller$/, '') === controllerName?.replace(/Controller$/, ''),
  )
  if (controllerName !== undefined && !isStandard) {
    return {
      method,
      path,
      middleware,
      controller: controllerName,
      reason: 'named by x-controller; a plugin has to bring it',
    }
  }
  const { controller, isNamed, reasons } = chooseController(operation, standardControllers)
  if (controller === undefined) {
    return {
      method,
      path,
      middleware,
      controller: null,
      reason: reasons.map(({ name, reason }) => `${name}: ${reason}`).join('; '),
    }
  }
  const reason = isNamed
    ? 'named by x-controller'
    : `${operation.method.toUpperCase()} of ${operation.item?.schema ?? 'nothing'} meets its conditions`
  return { method, path, middleware, controller: controller.name, reason }
}
