import type { Controller, Middleware, Operation, OperationHandler, OperationServices } from './contract.ts'
import { ProblemAt, pointTo } from './document/problem.ts'
import { routePath } from './operations/path.ts'
import type { RoutePath } from './operations/path.ts'
import type { DescribedOperation } from './operations/read-operations.ts'

/** An operation with what answers it. */
export interface PlannedOperation extends DescribedOperation {
  route: RoutePath
  /** Undefined where nothing answers it: 501. */
  controller: Controller | undefined
  handler: OperationHandler
  middleware: readonly ReturnType<Middleware['attach']>[]
}

/** Which controller an operation gets. */
export interface ControllerChoice {
  controller: Controller | undefined
  /** Whether the document names it. */
  isNamed: boolean
  /** For an operation without a controller: why none of them was attached, by name. */
  reasons: readonly { name: string; reason: string }[]
}

/** The server does not support what the operation needs (RFC 9110, 15.6.2). */
const notImplemented: OperationHandler = () => ({
  status: 501,
  body: { message: 'nothing answers this operation: it names no controller, and none of the standard ones fits' },
})

const withoutEnding = (name: string): string => name.replace(/Controller$/, '')

/** Find the controller that an operation names, else the first standard one that fits. @throws ProblemAt for an unknown name */
export function chooseController(operation: DescribedOperation, controllers: readonly Controller[]): ControllerChoice {
  const { controllerName, pointer } = operation
  if (controllerName !== undefined) {
    const named = controllers.find(({ name }) => withoutEnding(name) === withoutEnding(controllerName))
    if (named !== undefined) return { controller: named, isNamed: true, reasons: [] }
    const known = controllers.map(({ name }) => name).join(', ')
    throw new ProblemAt(
      pointTo(pointer, 'x-controller'),
      `there is no controller "${controllerName}"; there are ${known}`,
    )
  }
  const reasons: { name: string; reason: string }[] = []
  for (const controller of controllers) {
    const fits = controller.fits?.(operation)
    if (fits === true) return { controller, isNamed: false, reasons: [] }
    if (fits !== undefined) reasons.push({ name: controller.name, reason: fits })
  }
  return { controller: undefined, isNamed: false, reasons }
}

/** What plans are made with. */
export interface Planning {
  /** Under which the paths are mounted: begins with `/api`, without a slash at its end. */
  prefix: string
  controllers: readonly Controller[]
  middleware: readonly Middleware[]
  services: OperationServices
}

/** @throws ProblemAt for a name that nobody registered, or an operation that its controller cannot answer */
export function planOperation(
  operation: DescribedOperation,
  { prefix, controllers, middleware, services }: Planning,
): PlannedOperation {
  const { controller } = chooseController(operation, controllers)
  return {
    ...operation,
    route: routePath(operation.path, prefix, operation.pointer),
    controller,
    handler: controller === undefined ? notImplemented : attach(operation, controller, services),
    middleware: operation.middlewareNames.map((name, index) => {
      const found = middleware.find(one => one.name === name)
      if (found !== undefined) return found.attach(operation, services)
      const known = middleware.map(one => one.name).join(', ')
      throw new ProblemAt(
        pointTo(operation.pointer, 'x-middleware', index),
        `there is no middleware "${name}"; there are ${known}`,
      )
    }),
  }
}

function attach(operation: Operation, controller: Controller, services: OperationServices): OperationHandler {
  try {
    return controller.attach(operation, services)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new ProblemAt(operation.pointer, `${controller.name} ${error.message}`)
  }
}

/** Schemas whose items operations store, each once. */
export const storedSchemas = (operations: readonly PlannedOperation[]): string[] => [
  ...new Set(
    operations.flatMap(({ controller, item }) => (controller === undefined || item === undefined ? [] : [item.schema])),
  ),
]
