import type { Cradle } from '@fastify/awilix'
import type { AwilixContainer } from 'awilix'
import type { FastifyInstance } from 'fastify'
import type { Access } from './access.ts'
import type { CommandContribution } from './commands.ts'
import type { Config } from './config.ts'
import type { OutsideData } from '../../lib/backup/outside-data.ts'
import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import type { Identity } from './identity.ts'
import type { LogLevel } from './log-level.ts'
import type { Json, JsonObject } from '../../lib/json/types.ts'
import type { Plugins } from './plugins.ts'
import type { Readiness } from './readiness.ts'
import type { Routes, TargetReader } from './routes.ts'

/** The contracts by name. A plugin can add its own by declaration merging. */
export interface Contracts {
  documentStore: DocumentStore
  identity: Identity
  access: Access
  config: Config
  logLevel: LogLevel
  plugins: Plugins
  readiness: Readiness
  routes: Routes
}

export type ContractName = keyof Contracts & string

/** The dependencies that a plugin named in `requires`, ready to use. */
export type RequiredContracts<Names extends ContractName> = Pick<Contracts, Names>

/**
 * Data that plugins add to the service, by the name of the extension point. The plugin that reads an extension point adds its type here by declaration
 * merging, in its `contract.ts`, and the check of values to `extensionPoints` of its manifest. These are the points that the kernel reads.
 */
export interface Contributions {
  /** Commands for the `plinth` command line. */
  commands?: CommandContribution
  /**
   * Name of the option in which the operator lists host names that the plugin answers to (`hosts: ['www.example.org']`): in development mode
   * these are accepted in the header `Host`.
   */
  hosts?: string
  /** First path segments under `/api` that belong to the plugin, besides those of the routes that it adds. */
  segments?: readonly string[]
  /** Media types of JSON besides `application/json`: routes can declare them in `consumes`, and a client that accepts them accepts JSON answers. */
  jsonMediaTypes?: readonly string[]
  /** What the plugin changes in data of earlier versions: by `plinth upgrade`, and when a service starts. */
  upgrade?: Upgrade
  /** What `plinth doctor` finds of the plugin's data. */
  doctor?: DoctorCheck
  /** What the plugin keeps outside the store and backups contain. `plinth backup` and `plinth restore` call it without starting the plugin. */
  outsideData?: (config: Config) => OutsideData
  /** Finds out what the rights that a route requires, and the limits of an API token, apply to. */
  routeTarget?: TargetReader
}

/** A change to data of earlier versions that is to be done. */
export interface PendingUpgrade {
  name: string
  /** What it does, for people: `posts without a state that are shown today become published`. */
  description: string
  /** The number of documents that it changes; 0 for what is only to be looked at. */
  rows: number
}

/** What is wrong with something, and what to do about it. */
export type DoctorFinding = {
  message: string
  remedy: string
}

/** Checks the data of a plugin, changing nothing. Called when all plugins have started; contracts are looked up by name. */
export type DoctorCheck = (
  contract: <Name extends ContractName>(name: Name) => Contracts[Name],
) => Promise<{ detail: string; problems: DoctorFinding[]; warnings: DoctorFinding[] }>

/** Changes to data of earlier versions; each is done once for a store. Called when all plugins have started; contracts are looked up by name. */
export interface Upgrade {
  /**
   * What is to be done; changes nothing.
   * @param options.isListed people see the result, so that it contains what they should look at too; not when a service starts
   */
  plan(
    contract: <Name extends ContractName>(name: Name) => Contracts[Name],
    options: { isListed: boolean },
  ): Promise<readonly PendingUpgrade[]>
  /** Do it. After an interruption it is called again. Without `force` it refuses to remove anything. */
  run(contract: <Name extends ContractName>(name: Name) => Contracts[Name], options: { force: boolean }): Promise<void>
}

export type ExtensionPoint = keyof Contributions & string

/** A contribution, and the plugin that makes it. */
export interface Contribution<Name extends ExtensionPoint = ExtensionPoint> {
  plugin: string
  value: NonNullable<Contributions[Name]>
}

/**
 * The check of the contributions to an extension point: a JSON Schema (2020-12), or a function.
 * The function returns what is wrong with a value, beginning with the name of the point (`openapiControllers must be a list`); undefined when it is valid.
 */
export type ContributionCheck = object | ((value: unknown) => string | undefined)

/**
 * A plugin's manifest. `index.ts` of a plugin exports one by default, made with `definePlugin`.
 * A plugin requires contracts, provides contracts and contributes data; it names no other plugin.
 */
export interface PluginManifest<
  Requires extends ContractName = ContractName,
  Provides extends ContractName = ContractName,
> {
  /** Lower-case kebab; also the plugin's key in the configuration. */
  name: string
  version: string
  requires: readonly Requires[]
  provides: readonly Provides[]
  /** Contracts that the plugin uses if another plugin provides them: it starts after that plugin, and gets them with `optional`. */
  optional?: readonly ContractName[]
  /** JSON Schema (2020-12) of the options; without it the plugin takes no options. Checked before any plugin starts. */
  options?: JsonObject
  contributes?: Contributions
  /** The extension points that the plugin declares, with the check of what is contributed to them. Checked before any plugin starts. */
  extensionPoints?: { readonly [Name in ExtensionPoint]?: ContributionCheck }
  /**
   * Whether requests to the routes of the plugin have a scope of the container as `request.diScope`, with `request`, `caller`, `log` and all contracts.
   * Default: no, because a scope takes time in each request.
   */
  requestScopes?: boolean
  /**
   * Register packages of Fastify that the routes of every plugin use, on the whole application, before the service adds its own hooks. Runs before
   * the store is opened, in the order in which plugins start.
   */
  prepare?(context: PrepareContext): Promise<void> | void
  /**
   * Start the plugin: create what it provides and add its routes. Routes are encapsulated (hooks stay inside), decorators too.
   * @returns the contracts that it provides.
   */
  register(context: PluginContext<Requires>): Promise<Pick<Contracts, Provides>> | Pick<Contracts, Provides>
}

export interface PrepareContext {
  /** The Fastify instance of the whole application. */
  app: FastifyInstance
  config: Config
  /** The plugin's options from the configuration, valid by its schema. */
  options: Record<string, Json>
}

export interface PluginContext<Requires extends ContractName> {
  /** Encapsulated Fastify instance of the plugin. */
  app: FastifyInstance
  /** The contracts that the plugin requires. */
  contracts: RequiredContracts<Requires>
  /** A contract that the plugin named in `optional`; undefined when no plugin provides it. */
  optional: <Name extends ContractName>(name: Name) => Contracts[Name] | undefined
  /** The plugin's options from the configuration, valid by its schema. */
  options: Record<string, Json>
  /** The application's container. */
  container: AwilixContainer<Cradle>
  /** All contributions to an extension point, checked, in the order in which plugins start. Complete before the first plugin starts. */
  contributions: <Name extends ExtensionPoint>(name: Name) => readonly Contribution<Name>[]
  /** Register a hook that runs when all plugins are registered, just before the service is ready. */
  onReady: (hook: () => Promise<void> | void) => void
  /** Register a hook that runs on close, in the reverse order of start. */
  onClose: (hook: () => Promise<void> | void) => void
}
