import { basename, resolve } from 'node:path'
import { BadRequest, Conflict, definePlugin } from '../../kernel/index.ts'
import type { Mode } from '../../kernel/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Screen } from '../admin/contract.ts'
import type { ApiDescription } from '../api-description/contract.ts'
import type { Presets } from '../presets/contract.ts'
import type { TypeRule } from '../types/contract.ts'
import { documentRoutes } from './document-routes.ts'
import type { AnswerCheck } from './operations/answer-check.ts'
import type { ServedDocument } from './served-document.ts'
import { checkAttachable, noDrafts, pluginName } from './registered.ts'
import { keepIdentifiers } from './types/identified.ts'
import { schemaRoutes } from './types/routes.ts'

/** Time limit for middleware and controllers of other plugins in one request. */
const defaultTimeoutMs = 10_000

/** The screen of the admin that shows the operations of the document. */
const openapiScreens: readonly Screen[] = [
  {
    name: 'operations',
    path: '/operations',
    title: 'API',
    icon: 'workflow',
    section: 'system',
    access: 'administrator',
    component: 'OperationsPage',
  },
]

/** Loaded only if there is a document: the modules that read one are not needed otherwise. */
const loadBuild = () => import('./build.ts')

/** Builds a part of the service from an OpenAPI 3.0 document: its schemas become resource types, its paths become routes. */
export default definePlugin({
  name: pluginName,
  version: '1.0.0',
  requires: [
    'config',
    'documentStore',
    'routes',
    'typeRegistry',
    'typeEditor',
    'resources',
    'resourceReader',
    'access',
  ],
  provides: [],
  optional: ['presets', 'apiDescription'],
  contributes: {
    segments: ['openapi'],
    commands: async (...args) => (await import('./commands/index.ts')).openapiCommands(...args),
    screens: openapiScreens,
  },
  extensionPoints: {
    openapiControllers: checkAttachable('openapiControllers'),
    openapiMiddleware: checkAttachable('openapiMiddleware'),
  },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      document: { type: 'string', minLength: 1 },
      prefix: { type: 'string', pattern: '^/api(/[A-Za-z0-9._~-]+)*$' },
      answers: { enum: ['log', 'refuse', 'off'] },
      timeout: { type: 'integer', minimum: 1, maximum: 60_000 },
    },
  },
  async register({ app, contracts, optional, contributions, options }) {
    const presets: Presets | undefined = optional('presets')
    const description: ApiDescription | undefined = optional('apiDescription')
    let served: ServedDocument | undefined
    documentRoutes(app, await openCursors(contracts.documentStore), () => served)
    schemaRoutes(app, { store: contracts.documentStore, editor: contracts.typeEditor })
    const named = options['document']
    const file = typeof named === 'string' ? resolve(named) : contracts.config.openapiDocument
    if (typeof file === 'string') {
      const { build, includeDocument } = await loadBuild()
      served = await build(app, {
        file,
        prefix: typeof options['prefix'] === 'string' ? options['prefix'] : '/api',
        answers: answerCheck(options['answers'], contracts.config.mode),
        timeoutMs: typeof options['timeout'] === 'number' ? options['timeout'] : defaultTimeoutMs,
        contracts,
        serviceTypes: new Set(presets?.coreTypes),
        controllers: contributions('openapiControllers'),
        middleware: contributions('openapiMiddleware'),
      })
      const document = served
      description?.include(nameOf => includeDocument(document, nameOf))
      contracts.typeEditor.addRule(protectTypes(served))
    }
    await keepIdentifiers(contracts)
    return {}
  },
})

/** Answers are checked in development mode, where an error is found without harm. */
function answerCheck(option: Json | undefined, mode: Mode): AnswerCheck {
  if (option === 'log' || option === 'refuse' || option === 'off') return option
  return mode === 'development' ? 'log' : 'off'
}

/** Types of the current document are changed in the document: their slug and schema cannot be changed otherwise, and they cannot be archived. */
function protectTypes({ file, typeSlugs }: Pick<ServedDocument, 'file' | 'typeSlugs'>): TypeRule {
  return ({ by, slug, changes }) => {
    if (by === pluginName || !typeSlugs.has(slug)) return
    if (changes.has('x-drafts')) throw new BadRequest(`x-drafts: ${noDrafts}`)
    throw new Conflict(
      `${[...changes].join(', ')}: the resource type ${slug} comes from the OpenAPI document ${basename(file)}; ` +
        'change it there, and start the service again',
    )
  }
}
