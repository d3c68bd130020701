export { definePlugin } from './loader/manifest.ts'
export { PluginFault, PluginTimeout, reasonOf } from './loader/plugin-fault.ts'
export * from './errors.ts'
export type { AppOptions } from './app.ts'
export { buildApp } from './app.ts'
export { canRead } from './can-read.ts'
export { loadConfig } from './config.ts'
export type { Access, Action, Permissions, RouteAccess } from './contracts/access.ts'
export type { Agent, Agents, Arrival, DisableFollower } from './contracts/agents.ts'
export type { ApiAnswer, ApiClient, CommandContext, CommandContribution, Progress } from './contracts/commands.ts'
export { exitCode } from './contracts/commands.ts'
export type { Config, Mode, SignIn } from './contracts/config.ts'
export type * from '../lib/store-kit/document-store.ts'
export type { CloudEvent, EventData, EventDraft, Events } from './contracts/events.ts'
export type { Caller, Identity, TokenScope } from './contracts/identity.ts'
export type { Json, JsonObject, JsonType, Scalar } from '../lib/json/types.ts'
export type {
  ContractName,
  Contracts,
  Contributions,
  PluginContext,
  PluginManifest,
  RequiredContracts,
} from './contracts/plugin.ts'
export type {
  Behaviour,
  BulkOperation,
  BulkOptions,
  BulkResult,
  ChangeOptions,
  ReferredTo,
  ChangeScope,
  CountWanted,
  CreateOptions,
  Decision,
  NewResource,
  PageRequest,
  ResourceChange,
  ResourcePage,
  Resources,
  ScopedResource,
  Total,
  WriteOptions,
} from './contracts/resources.ts'
export type { RouteDescription, Routes, TypedSchema } from './contracts/routes.ts'
export type { Setting, SettingChange, SettingRule, Settings } from './contracts/settings.ts'
export type {
  TypeDraft,
  TypeEdit,
  TypeEditOptions,
  TypeEditOutcome,
  TypeEditor,
  TypeProblem,
  TypeProblemKind,
  TypeProblems,
  TypeRule,
  WantedTypeChange,
} from './contracts/type-editor.ts'
export type {
  CompiledSchema,
  DeclaredField,
  FoundReference,
  LinkedDataView,
  ReferenceProperty,
  RenameFollower,
  ResourceType,
  TypeRegistry,
  TypeRename,
  ValidationBudget,
  ValidationFailure,
  Validator,
} from './contracts/type-registry.ts'
export { isStillAdmitted } from './http/still-admitted.ts'
export { isWithinToken } from './http/token-limits.ts'
export { addBodyParser, readJsonBody } from './http/body.ts'
export type { BodyParser } from './http/body.ts'
export { localHeaders } from './http/local.ts'
export { checkOrigin } from './http/origin.ts'
export { queryPairs } from './http/query.ts'
export { mediaType, readAccept } from './http/media-type.ts'
export * from './http/conventions.ts'
export { defaultAccount, sharedAccount, systemCaller, systemUser } from './open-access.ts'
export { packageRoot, version } from './package-root.ts'
export { checkOperations } from '../lib/store-kit/check-operations.ts'
export { metaText, readData, readMeta } from '../lib/store-kit/documents.ts'
export { parseFilter } from '../cli/filters.ts'
export { readJsonObject } from '../cli/input.ts'
export { jsonText } from '../lib/json/text.ts'
export { widthOf, writeText } from '../cli/output.ts'
export { walkPages } from '../cli/pages.ts'
export { printRecords } from '../cli/records.ts'
export { table } from '../cli/table.ts'
export type { TableColumn } from '../cli/table.ts'
export { plain, thousands } from '../cli/text.ts'
export { cloneJson, equalJson, isObject, mergePatch, parseJson, pointerOf } from '../lib/json/index.ts'
export { holds, valuesAt } from '../lib/store-kit/evaluate.ts'
export { isUrnOf, newId, newUlid, toUrn } from '../lib/store-kit/ids.ts'
export { writeAs } from '../lib/store-kit/write-as.ts'
export * from '../lib/query/index.ts'
export { compareText, instantKey } from '../lib/store-kit/values.ts'
export type { RetypedColumn, SchemaChange } from '../lib/json-schema/change.ts'
export { isKnownFormat } from '../lib/json-schema/formats.ts'
export { checkAnnotations, compileSchema, createValidationBudget, describeChange } from '../lib/json-schema/index.ts'
export type { EmittedNode, ForeignNode, KnownProperties, ReadOptions } from '../lib/json-ld/index.ts'
export {
  checkContext,
  documentText,
  graphParts,
  linkedDataView,
  maxNodeBytes,
  nodeText,
  readLinkedData,
} from '../lib/json-ld/index.ts'
export * from './flat-view/index.ts'
export { compile as compileCheck, failures } from './validation.ts'
export type { PluginFailure, Plugins, RunningPlugin } from './contracts/plugins.ts'
export { contentSecurityPolicy } from './http/security-headers.ts'
export type { ComponentScreen, ListScreen, Screen, ScreenColumn, ScreenSection } from './contracts/screens.ts'
