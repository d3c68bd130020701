import { ConfigurationError, definePlugin } from '../../kernel/index.ts'
import type { Json, Mode } from '../../kernel/index.ts'
import type { Controller, Middleware } from './contract.ts'
import { openapiCommands } from './commands/index.ts'
import { standardControllers } from './controllers/index.ts'
import { invalid, loadDocument } from './document/load-document.ts'
import { ProblemAt } from './document/problem.ts'
import { IdentifierGenerator, identifierBehaviour, numbersCollection } from './identifiers.ts'
import { Items } from './items.ts'
import { standardMiddleware } from './middleware/index.ts'
import type { AnswerCheck } from './operations/answer-check.ts'
import { firstSegment } from './operations/path.ts'
import { readOperations } from './operations/read-operations.ts'
import { planOperation, storedSchemas } from './plan.ts'
import { readContributed } from './registered.ts'
import { addRoutes } from './routes.ts'
import { identifierOf } from './schemas/identifier.ts'
import { slugOf } from './schemas/slug.ts'
import { SchemaTranslator } from './schemas/translate.ts'
import { applyTypes } from './types.ts'

/** Builds a part of the service from an OpenAPI 3.0 document: its schemas become resource types, its paths routes. */
export default definePlugin({
  name: 'openapi',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'typeRegistry', 'typeEditor', 'resources', 'access'],
  provides: [],
  contributes: { commands: openapiCommands },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      document: { type: 'string', minLength: 1 },
      prefix: { type: 'string', pattern: '^/api(/[A-Za-z0-9._~-]+)*$' },
      answers: { enum: ['log', 'refuse', 'off'] },
    },
  },
  async register({ app, contracts, contributions, options }) {
    const file = options['document'] ?? process.env['OPENAPI_DOCUMENT']
    if (typeof file !== 'string' || file === '') return {}
    const { documentStore, typeRegistry, typeEditor, resources, access } = contracts
    const prefix = typeof options['prefix'] === 'string' ? options['prefix'] : '/api'
    const loaded = await loadDocument(file)
    try {
      const { document } = loaded
      const translator = new SchemaTranslator(document)
      const items = new Items(documentStore, typeRegistry)
      const planning = {
        prefix,
        controllers: [...standardControllers, ...readContributed<Controller>(contributions('openapiControllers'))],
        middleware: [...standardMiddleware, ...readContributed<Middleware>(contributions('openapiMiddleware'))],
        services: { resources, access, items },
      }
      const operations = readOperations(document, translator).map(operation => planOperation(operation, planning))
      const schemas = storedSchemas(operations)
      const slugs = new Set([...(await typeRegistry.all()).map(({ slug }) => slug), ...schemas.map(slugOf)])
      for (const { route, path } of operations) {
        const segment = firstSegment(route.url)
        if (segment !== undefined && (slugs.has(segment) || app.hasRoute({ method: 'GET', url: `/api/${segment}` }))) {
          throw new ProblemAt(`/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`, collision(segment, prefix))
        }
      }
      await documentStore.define(numbersCollection)
      await applyTypes(loaded, translator, schemas, { editor: typeEditor, registry: typeRegistry })
      const identified = schemas.map(name => ({ slug: slugOf(name), identifier: identifierOf(document, name) }))
      resources.addBehaviour(identifierBehaviour(identified, items, new IdentifierGenerator(documentStore, items)))
      addRoutes(app, operations, translator, answerCheck(options['answers'], contracts.config.mode))
      const unanswered = operations.filter(({ controller }) => controller === undefined)
      if (unanswered.length > 0) {
        app.log.warn(
          { operations: unanswered.map(({ id }) => id) },
          'nothing answers these operations of the OpenAPI document: 501',
        )
      }
      return {}
    } catch (error) {
      if (error instanceof ProblemAt) throw invalid([error], loaded.placeOf)
      if (error instanceof ConfigurationError) throw error
      throw error
    }
  },
})

/** Answers are checked while one develops, where a mistake is found and costs nobody anything. */
function answerCheck(option: Json | undefined, mode: Mode): AnswerCheck {
  if (option === 'log' || option === 'refuse' || option === 'off') return option
  return mode === 'development' ? 'log' : 'off'
}

const collision = (segment: string, prefix: string): string =>
  `"${segment}" is an address of the service already; mount the document elsewhere, with the option prefix of the plugin openapi: ` +
  `{"prefix": "${prefix}/v1"}`
