import type { FastifyInstance } from 'fastify'
import { BadRequest, ConfigurationError, Conflict, exitCode, systemCaller } from '../../kernel/index.ts'
import type { Contribution, RequiredContracts } from '../../kernel/index.ts'
import type { Controller, Middleware } from './contract.ts'
import { standardControllers } from './controllers/index.ts'
import { listController } from './controllers/list.ts'
import { invalid, loadDocument } from './document/load-document.ts'
import type { OpenApiDocument } from './document/load-document.ts'
import { ProblemAt } from './document/problem.ts'
import { IdentifierGenerator } from './items/identifiers.ts'
import { Items } from './items/items.ts'
import type { ItemContracts } from './items/items.ts'
import { standardMiddleware } from './middleware/index.ts'
import type { AnswerCheck } from './operations/answer-check.ts'
import { checkFilters } from './operations/check-filters.ts'
import { isReadable } from './operations/bodies/media-types.ts'
import { readInfo, readOperations } from './operations/read-operations.ts'
import { findUnreadItems } from './operations/unread-items.ts'
import { checkDifferent, checkSegments } from './operations/parameters/segments.ts'
import { planRoute, storedSchemas } from './plan.ts'
import type { PlannedRoute } from './plan.ts'
import { givenFormsCollection } from './references/given-forms.ts'
import { ItemReferences } from './references/item-references.ts'
import { placedReferenceFinder } from './references/placed-references.ts'
import { TargetTypes } from './references/target-types.ts'
import { Registered } from './registered.ts'
import { addOperationRoutes } from './routes.ts'
import { slugOf } from './schemas/slug.ts'
import { arraysOf } from './schemas/stored-schema.ts'
import { SchemaTranslator, componentPointer } from './schemas/translate.ts'
import type { ServedDocument } from './served-document.ts'
import { DocumentRefused, applySchemas, describeReport } from './types/apply.ts'
import { wantSchemas } from './types/drafts.ts'
import type { WantedSchema } from './types/drafts.ts'

export { includeDocument } from './description/include-document.ts'

/** The input from which a part of the service is built. */
export interface BuildOptions {
  /** Path of the document. */
  file: string
  /** The prefix of its paths: `/api`, or an address under it. */
  prefix: string
  answers: AnswerCheck
  /** Time limit for middleware and controllers of other plugins in one request. */
  timeoutMs: number
  /** Slugs of the types that exist in every service. */
  serviceTypes: ReadonlySet<string>
  contracts: ItemContracts & RequiredContracts<'config' | 'documentStore' | 'routes' | 'typeEditor' | 'access'>
  controllers: readonly Contribution<'openapiControllers'>[]
  middleware: readonly Contribution<'openapiMiddleware'>[]
}

/**
 * Read a document, update its resource types, and serve its operations.
 * @returns the document in force
 * @throws InvalidDocument for a document that is not valid or cannot be served; ConfigurationError when stored data conflicts with it
 */
export async function build(app: FastifyInstance, options: BuildOptions): Promise<ServedDocument> {
  const loaded = await loadDocument(options.file)
  try {
    return await serve(app, loaded, options)
  } catch (error) {
    if (error instanceof ProblemAt) throw invalid([error], loaded.placeOf)
    if (error instanceof DocumentRefused) throw refusalOf(error, loaded)
    throw error
  }
}

async function serve(app: FastifyInstance, loaded: OpenApiDocument, options: BuildOptions): Promise<ServedDocument> {
  const {
    documentStore: store,
    typeRegistry: registry,
    typeEditor: editor,
    routes,
    resources,
    access,
  } = options.contracts
  const { document } = loaded
  const translator = new SchemaTranslator(document)
  const { maxPageBytes, maxFilterValues } = options.contracts.config.http
  const items = new Items(options.contracts, maxPageBytes, maxFilterValues)
  const references = new ItemReferences(options.contracts)
  const planning = {
    prefix: options.prefix,
    controllers: new Registered<Controller>('controller', standardControllers, options.controllers),
    middleware: new Registered<Middleware>('middleware', standardMiddleware, options.middleware),
    services: { resources, access, items, identifiers: new IdentifierGenerator(store, items), references },
  }
  const operations = readOperations(document, translator).map(operation => planRoute(operation, planning))
  const schemas = storedSchemas(operations)
  const existing = (await registry.all()).map(({ slug }) => slug)
  const targets = new TargetTypes(document, translator, schemas, existing)
  targets.check(translator)
  const { wanted, problems } = wantSchemas(document, translator, schemas)
  if (problems.length > 0) throw invalid(problems, loaded.placeOf)
  for (const operation of operations) {
    const { controller, item } = operation
    const listed = controller === listController ? wanted.find(({ name }) => name === item?.schema) : undefined
    if (listed !== undefined) checkFilters(operation, listed.schema)
  }
  refuseServiceTypes(wanted, options.serviceTypes)
  const slugs = new Set([...existing, ...wanted.map(({ slug }) => slug)])
  checkDifferent(operations)
  checkSegments(operations, segment => slugs.has(segment) || routes.ownerOf(segment) !== undefined, options.prefix)
  const finders = schemas.flatMap(name => {
    const find = placedReferenceFinder(document, translator, targets, name)
    return find === undefined ? [] : [[slugOf(name), find] as const]
  })
  const arrays = schemas.flatMap(name => {
    const convert = arraysOf(document, translator, name)
    return convert === undefined ? [] : [[slugOf(name), convert] as const]
  })
  references.define(targets, new Map(finders), new Map(arrays))
  // Everything is compiled before anything is written: a document that cannot be served changes nothing.
  await addOperationRoutes(app, operations, {
    translator,
    services: planning.services,
    answers: options.answers,
    timeoutMs: options.timeoutMs,
  })
  await store.define(givenFormsCollection)
  await applySchemas({ store, editor }, systemCaller(), wanted, { force: false }).catch((error: unknown) => {
    throw placed(error, wanted)
  })
  warnOf(app, operations, loaded)
  const { file, prefix } = options
  return {
    document,
    file,
    prefix,
    info: readInfo(document),
    operations,
    typeSlugs: new Set(wanted.map(({ slug }) => slug)),
  }
}

/** The error of a type, located at its schema in the document. */
function placed(error: unknown, wanted: readonly WantedSchema[]): unknown {
  if (error instanceof DocumentRefused || !(error instanceof BadRequest || error instanceof Conflict)) return error
  const owner = wanted.find(({ slug }) => slug === error.part)
  return owner === undefined ? error : new ProblemAt(componentPointer(owner.name), error.message)
}

/** @throws ProblemAt for a schema whose type exists in every service */
function refuseServiceTypes(wanted: readonly WantedSchema[], serviceTypes: ReadonlySet<string>): void {
  for (const { name, slug } of wanted) {
    if (!serviceTypes.has(slug)) continue
    throw new ProblemAt(componentPointer(name), `"${slug}" is a resource type of the service itself; rename the schema`)
  }
}

/** The error that lists the conflicts of a document, schema by schema, with their remedies. */
function refusalOf({ reports }: DocumentRefused, { file, placeOf }: OpenApiDocument): ConfigurationError {
  const isRefused = reports.some(({ change }) => change === 'refused')
  const has = (kind: string): boolean => reports.some(({ problems }) => problems.some(problem => problem.kind === kind))
  const message = [
    'the OpenAPI document cannot be applied, stored resources do not fit the new document; nothing was changed:',
    ...reports.flatMap(report =>
      describeReport(report).map(line => `  ${placeOf(componentPointer(report.schema))}: ${line}`),
    ),
    ...(has('type-changed')
      ? [`To apply it anyway, with old values converted or removed: plinth openapi apply ${file} --force`]
      : []),
    ...(has('not-unique') ? ['Shared values cannot be forced: change or archive those items first.'] : []),
  ]
  return new ConfigurationError(message.join('\n'), isRefused ? { exitCode: exitCode.usage } : {})
}

function warnOf(app: FastifyInstance, operations: readonly PlannedRoute[], { placeOf }: OpenApiDocument): void {
  const unanswered = operations.filter(({ controller }) => controller === undefined).map(({ id }) => id)
  if (unanswered.length > 0) {
    app.log.warn({ operations: unanswered }, 'nothing answers these operations of the OpenAPI document: 501')
  }
  const unread = new Set(operations.flatMap(({ bodyTypes }) => [...bodyTypes.keys()].filter(type => !isReadable(type))))
  if (unread.size > 0) {
    app.log.warn({ mediaTypes: [...unread] }, 'bodies of these media types of the OpenAPI document cannot be read: 415')
  }
  const unsupported = new Set(operations.flatMap(({ security }) => security.unsupported))
  if (unsupported.size > 0) {
    const schemes = [...unsupported]
    app.log.warn({ schemes }, 'requests cannot use these security schemes; sessions and API tokens work all the same')
  }
  for (const { pointer, message } of findUnreadItems(operations)) app.log.warn(`${placeOf(pointer)}: ${message}`)
}
