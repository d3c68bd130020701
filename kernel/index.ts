import type { FastifyInstance } from 'fastify'
export type { Command } from 'commander'
export type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
export { definePlugin } from './loader/manifest.ts'
export { PluginFault, PluginTimeout } from './loader/plugin-fault.ts'
export * from './errors.ts'
export { httpStatusOf, isClientError } from './error-codes.ts'
import type { AppOptions } from './app.ts'
import type { Config } from './contracts/config.ts'
export type { AppOptions } from './app.ts'
/** See `buildApp` in `app.ts`; loaded when it is called, with Fastify, which the commands of plugins do not need. */
export const buildApp = async (config: Config, options?: AppOptions): Promise<FastifyInstance> =>
  (await import('./app.ts')).buildApp(config, options)
export { loadConfig } from './config/load-config.ts'
export type { Access, Action, Permissions, RouteAccess } from './contracts/access.ts'
export type {
  ApiAnswer,
  ApiClient,
  CommandQuery,
  CommandContext,
  CommandContribution,
  Progress,
  WholeList,
} from './contracts/commands.ts'
export { exitCode } from './contracts/commands.ts'
export type { Config, FilesSettings, Mode, SignIn } from './contracts/config.ts'
export type * from '../lib/store-kit/document-store.ts'
export type { Caller, Identity, NotedCaller, TokenScope } from './contracts/identity.ts'
export type {
  ContractName,
  Contracts,
  Contribution,
  ContributionCheck,
  DoctorCheck,
  DoctorFinding,
  Contributions,
  ExtensionPoint,
  PendingUpgrade,
  PluginContext,
  PluginManifest,
  PrepareContext,
  RequiredContracts,
  Upgrade,
} from './contracts/plugin.ts'
export type { LogLevel } from './contracts/log-level.ts'
export type { Readiness, WriteFailure } from './contracts/readiness.ts'
export { notReady } from './readiness.ts'
export { logLevels } from './config/config-schema.ts'
export { reservedSegments } from './contracts/routes.ts'
export type { RouteDescription, Routes, RouteTarget, TargetReader } from './contracts/routes.ts'
export { isStillAuthorized } from './http/admission/still-authorized.ts'
/** @deprecated since 0.3.0, use {@link isStillAuthorized} */
export { isStillAuthorized as isStillAdmitted } from './http/admission/still-authorized.ts'
export { isWithinToken } from './http/admission/token-limits.ts'
export { addBodyParser, limitBody, readJsonBody } from './http/bodies/body.ts'
export type { BodyParser } from './http/bodies/body.ts'
export { keepAnswer, writeFor } from './request-key.ts'
export type { KeptAnswer, RequestKey } from './request-key.ts'
export { localHeaders } from './http/admission/local.ts'
export { queryFlag, queryPairs, queryParameter } from './http/routes/query.ts'
export { contentCoding, mediaType, readAccept } from './http/media-type.ts'
export { problemOf } from './http/errors/answer-error.ts'
export * from './http/conventions.ts'
export { checkPreconditions, etagOf, namesState, preconditionsOf, weakTagOf } from './http/preconditions.ts'
export type { Preconditions, TargetState } from './http/preconditions.ts'
export { canRead, defaultAccount, openAccess, sharedAccount, systemCaller, systemUser, writeAs } from './access.ts'
export { packageRoot, release, version } from './package-root.ts'
export { compile as compileCheck, failures } from './validation.ts'
export type { PluginFailure, Plugins, RunningPlugin } from './contracts/plugins.ts'
export { contentSecurityPolicy } from './http/security-headers.ts'
