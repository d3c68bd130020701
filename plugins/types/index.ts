import { ConfigurationError, definePlugin } from '../../kernel/index.ts'
import { addFormat, isOwnFormat, unknownFormats } from '../../lib/json-schema/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Screen } from '../admin/contract.ts'
import { Catalogue } from './registry/type-catalogue.ts'
import { defineChangeJob } from './edit/change-job.ts'
import { reservedSlugs, typeId } from './registry/slugs.ts'
import type { TypeParts } from './edit/new-type.ts'
import { prepareCollections, refuseHiddenTypes, reconcileTypes } from './registry/reconcile.ts'
import { typeRecords } from './registry/type-record.ts'
import { compileType } from './registry/compile-type.ts'
import { VersionTrimmer } from './registry/version-trimmer.ts'
import { Registry } from './registry/registry.ts'
import { typeRoutes } from './routes.ts'
import { TypeService } from './edit/service.ts'
import type { Contribution, DoctorCheck, FastifyRequest, TargetReader } from '../../kernel/index.ts'
import { isRecord } from '../../lib/json/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'

/**
 * The type that a route is about: the one that its `typeParameter` names, else its `typeSlug`, else `:typeSlug` in its path. With a type of resources,
 * `:id` is a resource of it.
 */
const readTarget: TargetReader = ({ url, config = {} }) => {
  const { typeSlug, typeParameter } = config
  if (typeParameter !== undefined)
    return request => ({ type: toUrn('type', parameter(request, typeParameter) ?? '').slice(typeId('').length) })
  if (typeSlug === undefined && !url.includes('/:typeSlug')) return undefined
  return request => {
    const type = typeSlug ?? parameter(request, 'typeSlug') ?? ''
    const id = parameter(request, 'id')
    return { type, id: id === undefined ? undefined : toUrn(type, id) }
  }
}

function parameter({ params }: FastifyRequest, name: string): string | undefined {
  const value = isRecord(params) ? params[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The check of the contributions `formats`. */
function checkFormats(value: unknown): string | undefined {
  if (!isRecord(value)) return 'formats must be an object'
  const wrong = Object.entries(value).find(([, one]) => {
    const { test, message, example } = isRecord(one) ? one : {}
    return typeof test !== 'function' || typeof message !== 'string' || typeof example !== 'string'
  })
  return wrong && `formats: ${wrong[0]} must have the function test and the texts message and example`
}

/** Add the formats of plugins. @throws `ConfigurationError` naming the plugin when the service or another one has a format of this name */
function addFormats(contributed: readonly Contribution<'formats'>[]): void {
  const owners = new Map<string, string>()
  for (const { plugin, value } of contributed) {
    for (const [name, format] of Object.entries(value)) {
      const owner = isOwnFormat(name) ? 'the service' : owners.get(name)
      if (owner !== undefined) {
        throw new ConfigurationError(`plugin "${plugin}": the format ${name} is already defined by ${owner}`, {
          plugin,
        })
      }
      owners.set(name, `plugin "${plugin}"`)
      addFormat(name, format)
    }
  }
}

/** Finds the formats of stored schemas that nothing checks. */
const findUncheckedFormats: DoctorCheck = async contract => {
  const types = await contract('typeRegistry').all()
  const warnings = types.flatMap(({ slug, schema }) => {
    const pointers = schema === null ? [] : unknownFormats(schema)
    if (pointers.length === 0) return []
    const message = `formats of the type ${slug} are not checked, because they are not known: ${pointers.join(', ')}`
    return [{ message, remedy: 'switch on the plugin that defines them, or take them out of the schema' }]
  })
  return { detail: `${types.length} types`, problems: [], warnings }
}

/** Resource types: the kinds of resources, defined while the service runs. */
export default definePlugin({
  name: 'types',
  version: '1.0.0',
  requires: ['documentStore', 'events', 'routes'],
  optional: ['jobs'],
  provides: ['typeRegistry', 'typeEditor'],
  contributes: {
    segments: ['resource-types'],
    commands: async (...args) => (await import('./commands.ts')).typeCommands(...args),
    routeTarget: readTarget,
    doctor: findUncheckedFormats,
    upgrade: {
      plan: contract => contract('typeEditor').planUpgrades(),
      run: (contract, options) => contract('typeEditor').runUpgrades(options),
    },
    screens: [
      { name: 'types', path: '/types', title: 'Types', icon: 'shapes', section: 'model', component: 'TypesPage' },
    ] satisfies readonly Screen[],
  },
  extensionPoints: { 'core-types': { type: 'array', items: { type: 'string', minLength: 1 } }, formats: checkFormats },
  async register({ app, contracts, contributions, optional, onReady, onClose }) {
    const { documentStore: store, events, routes } = contracts
    addFormats(contributions('formats'))
    const warn = (error: unknown, message: string): void => app.log.error({ err: error }, message)
    await store.define(typeRecords.definition)
    const registry = new Registry(store)
    const coreSlugs = new Set(contributions('core-types').flatMap(({ value }) => value))
    const reserved = { has: (slug: string) => reservedSlugs.has(slug) || routes.ownerOf(slug) !== undefined }
    const trimmer = new VersionTrimmer(store, warn)
    const parts: TypeParts = {
      store,
      events,
      catalogue: new Catalogue(store),
      registry,
      reserved,
      coreSlugs,
      rules: [],
      trimmer,
    }
    await prepareCollections(parts)
    await registry.start()
    let settled = Promise.resolve()
    let closing = false
    onReady(async () => refuseHiddenTypes(await registry.all(), routes))
    // A command on the store is over before it could be of use.
    app.addHook('onListen', async () => {
      settled = reconcileTypes(parts, warn, () => closing)
        .then(async () => {
          for (const type of await parts.catalogue.all())
            if (type.data.schema?.['x-keep-versions'] !== undefined) trimmer.schedule(compileType(type))
        })
        .catch((error: unknown) => warn(error, 'types could not be read'))
    })
    onClose(async () => {
      closing = true
      registry.close()
      await settled
      await trimmer.close()
    })
    const service = new TypeService(parts, message => app.log.warn(message))
    const jobs = optional('jobs')
    const changeJob = jobs && defineChangeJob(jobs, service, () => settled)
    typeRoutes(app, { service, changeJob, store, cursors: await openCursors(store) })
    return { typeRegistry: registry, typeEditor: service }
  },
})
