import type { FastifyInstance } from 'fastify'
import type { RequiredContracts } from '../../kernel/index.ts'
import type { Controller, Middleware } from './contract.ts'
import { standardControllers } from './controllers/index.ts'
import { invalid, loadDocument } from './document/load-document.ts'
import type { OpenApiDocument } from './document/load-document.ts'
import { ProblemAt, pointTo } from './document/problem.ts'
import { IdentifierGenerator, identifierBehaviour, numbersCollection } from './identifiers.ts'
import { Items } from './items.ts'
import { standardMiddleware } from './middleware/index.ts'
import type { AnswerCheck } from './operations/answer-check.ts'
import { isReadable } from './operations/media-types.ts'
import { firstSegment } from './operations/path.ts'
import { readOperations } from './operations/read-operations.ts'
import { planOperation, storedSchemas } from './plan.ts'
import type { PlannedOperation } from './plan.ts'
import { Registered } from './registered.ts'
import { addRoutes } from './routes.ts'
import { identifierOf } from './schemas/identifier.ts'
import { slugOf } from './schemas/slug.ts'
import { SchemaTranslator } from './schemas/translate.ts'
import { applyTypes } from './types.ts'

/** What a part of the service is built from. */
export interface BuildOptions {
  /** Path of the document. */
  file: string
  /** Under which its paths are mounted: `/api`, or an address under it. */
  prefix: string
  answers: AnswerCheck
  /** How long middleware and controllers of other plugins may take for one request. */
  timeoutMs: number
  contracts: RequiredContracts<'documentStore' | 'typeRegistry' | 'typeEditor' | 'resources' | 'access'>
  /** Contributions of plugins. */
  controllers: readonly { plugin: string; value: unknown }[]
  middleware: readonly { plugin: string; value: unknown }[]
}

/**
 * Read a document, bring its resource types to what it says, and serve its operations.
 * @throws InvalidDocument for a document that is not valid or cannot be served; ConfigurationError when what is stored stands against it
 */
export async function build(app: FastifyInstance, options: BuildOptions): Promise<void> {
  const loaded = await loadDocument(options.file)
  try {
    await serve(app, loaded, options)
  } catch (error) {
    throw error instanceof ProblemAt ? invalid([error], loaded.placeOf) : error
  }
}

async function serve(app: FastifyInstance, loaded: OpenApiDocument, options: BuildOptions): Promise<void> {
  const { documentStore: store, typeRegistry: registry, typeEditor: editor, resources, access } = options.contracts
  const { document } = loaded
  const translator = new SchemaTranslator(document)
  const items = new Items(store, registry)
  const identifiers = new IdentifierGenerator(store, items)
  const planning = {
    prefix: options.prefix,
    controllers: new Registered<Controller>('controller', standardControllers, options.controllers),
    middleware: new Registered<Middleware>('middleware', standardMiddleware, options.middleware),
    services: { resources, access, items, identifiers },
  }
  const operations = readOperations(document, translator).map(operation => planOperation(operation, planning))
  const schemas = storedSchemas(operations)
  const slugs = new Set([...(await registry.all()).map(({ slug }) => slug), ...schemas.map(slugOf)])
  checkSegments(app, operations, slugs, options.prefix)
  await store.define(numbersCollection)
  await applyTypes(loaded, translator, schemas, { editor, registry })
  const identified = schemas.map(name => ({ slug: slugOf(name), identifier: identifierOf(document, name) }))
  resources.addBehaviour(identifierBehaviour(identified, items, identifiers))
  addRoutes(app, operations, {
    translator,
    services: planning.services,
    answers: options.answers,
    timeoutMs: options.timeoutMs,
  })
  warnOf(app, operations)
}

/** @throws ProblemAt for a path whose first segment belongs to somebody else */
function checkSegments(
  app: FastifyInstance,
  operations: readonly PlannedOperation[],
  slugs: ReadonlySet<string>,
  prefix: string,
): void {
  for (const { route, path } of operations) {
    const segment = firstSegment(route.url)
    if (segment === undefined || !(slugs.has(segment) || app.servesSegment(segment))) continue
    throw new ProblemAt(
      pointTo('', 'paths', path),
      `"${segment}" is an address of the service already; mount the document elsewhere, with the option prefix of the plugin openapi: ` +
        `{"prefix": "${prefix}/v1"}`,
    )
  }
}

function warnOf(app: FastifyInstance, operations: readonly PlannedOperation[]): void {
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
}
