import { ConfigurationError, HttpError, reasonOf } from '../../kernel/index.ts'
import type { Link } from './contained.ts'
import type { Controller, Middleware, Operation, OperationHandler, OperationServices } from './contract.ts'
import { ProblemAt, pointTo } from './document/problem.ts'
import { routePath } from './operations/parameters/path.ts'
import type { RoutePath } from './operations/parameters/path.ts'
import type { DescribedOperation } from './operations/read-operations.ts'
import { pluginName, withoutEnding } from './registered.ts'
import type { Registered } from './registered.ts'

/** An operation with its controller. */
export interface PlannedRoute extends DescribedOperation {
  route: RoutePath
  /** Undefined when the operation has none: 501. */
  controller: Controller | undefined
  /** The links that a request passes: middleware, the first one outermost, and the controller. */
  links: readonly Link[]
}

/** The controller of an operation, and why. */
interface ControllerChoice {
  controller: Controller | undefined
  /** Whether the document names it. */
  isNamed: boolean
  /** For an operation without a controller: why none of them was attached, by name. */
  reasons: readonly { name: string; reason: string }[]
}

/** The server does not support what the operation requires (RFC 9110, 15.6.2). */
class NotImplemented extends HttpError {
  static override readonly code: string = 'not-implemented'
  readonly statusCode = 501
}

const refuse: OperationHandler = () => {
  throw new NotImplemented('nothing answers this operation: it names no controller, and none of the standard ones fits')
}

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
    if (controller.methods?.includes(operation.method) === false) continue
    const fits = askFits(controller, operation)
    if (fits === true) return { controller, isNamed: false, reasons: [] }
    if (fits !== undefined) reasons.push({ name: controller.name, reason: fits })
  }
  return { controller: undefined, isNamed: false, reasons }
}

function askFits(controller: Controller, operation: DescribedOperation): true | string | undefined {
  try {
    return controller.fits?.(operation)
  } catch (error) {
    throw new ProblemAt(operation.pointer, `${controller.name} cannot say whether it fits: ${reasonOf(error)}`)
  }
}

/** The input for planning. */
interface Planning {
  /** Prefix of the paths: begins with `/api`, without a trailing slash. */
  prefix: string
  controllers: Registered<Controller>
  middleware: Registered<Middleware>
  services: OperationServices
}

/**
 * @throws ProblemAt for an unknown name, or an operation that its controller cannot serve; ConfigurationError for a plugin whose
 * controller or middleware fails to attach
 */
export function planRoute(operation: DescribedOperation, planning: Planning): PlannedRoute {
  const { prefix, controllers } = planning
  const { controller } = chooseController(operation, controllers.list)
  return {
    ...operation,
    route: routePath(operation.path, prefix, operation.pointer),
    controller,
    links: [
      ...operation.middlewareNames.map(name => middlewareLink(name, operation, planning)),
      controller === undefined
        ? { plugin: pluginName, kind: 'controller', name: 'none', run: refuse }
        : controllerLink(controller, operation, planning),
    ],
  }
}

function controllerLink(
  controller: Controller,
  operation: DescribedOperation,
  { controllers, services }: Planning,
): Link {
  const { name } = controller
  const plugin = controllers.pluginOf(controller)
  return { plugin, kind: 'controller', name, run: attach(controller, plugin, operation, services) }
}

function middlewareLink(name: string, operation: DescribedOperation, { middleware, services }: Planning): Link {
  const found = middleware.list.find(one => one.name === name)
  if (found === undefined) {
    const known = middleware.list.map(one => one.name).join(', ')
    throw new ProblemAt(
      pointTo(operation.pointer, 'x-middleware'),
      `there is no middleware "${name}"; there are ${known}`,
    )
  }
  const plugin = middleware.pluginOf(found)
  return { plugin, kind: 'middleware', name, run: attach(found, plugin, operation, services) }
}

function attach(
  extension: Controller | Middleware,
  plugin: string,
  operation: Operation,
  services: OperationServices,
): Link['run'] {
  try {
    const run: Link['run'] = extension.attach(operation, services)
    if (typeof run === 'function') return run // plugins in JavaScript can return anything; the answer is checked at each request
    throw new TypeError('attach returns no function')
  } catch (error) {
    const { name } = extension
    if (plugin === pluginName) throw new ProblemAt(operation.pointer, `${name} ${reasonOf(error)}`)
    throw new ConfigurationError(
      `plugin "${plugin}": ${name} cannot be attached to ${operation.method.toUpperCase()} ${operation.path}: ${reasonOf(error)}`,
      { cause: error, plugin },
    )
  }
}

/** Schemas of stored items, without duplicates. */
export const storedSchemas = (operations: readonly PlannedRoute[]): string[] => [
  ...new Set(
    operations.flatMap(({ controller, item }) => (controller === undefined || item === undefined ? [] : [item.schema])),
  ),
]
