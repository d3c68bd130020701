import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Action, Caller, StoredDocument } from '../../kernel/index.ts'
import type { MarkedMembers } from '../../lib/json-schema/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { Resources } from '../dynamic-resources/contract.ts'
import type { IdentifierGenerator } from './items/identifiers.ts'
import type { Items } from './items/items.ts'
import type { ItemReferences } from './references/item-references.ts'

/** HTTP methods that an OpenAPI 3.0 document can describe and this service serves. */
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch' | 'head' | 'options'

/** The location of a parameter. Cookie parameters are not supported. */
export type ParameterLocation = 'path' | 'query' | 'header'

/** One part of an item's identifier, and the parameter that contains it in requests. */
export interface IdentifierPart {
  /** Name of the property. */
  property: string
  /** JSON types of its values. */
  types: readonly string[]
  /** Name of the value in {@link OperationContext.values}; undefined when neither a parameter nor `x-context` of the operation provides it. */
  valueName: string | undefined
}

/** A schema of the document whose items an operation reads or writes. */
export interface OperationItem {
  /** Name in `components.schemas`. */
  schema: string
  /** Slug of its resource type. */
  slug: string
  /** Names of the properties that requests cannot set (`readOnly`). */
  readOnly: readonly string[]
  /** What answers never show, at any depth (`writeOnly`). */
  writeOnly: MarkedMembers
  /** The identifier of an item: `x-identifier`, else the property `id`. */
  identifier: readonly IdentifierPart[]
}

/** An operation of the document, read once at the start. */
export interface Operation {
  /** As in the document, `/pets/{petId}`. */
  path: string
  method: Method
  /** `operationId`, or the method and path if there is none. */
  id: string
  summary: string
  /** JSON Pointer of the Operation Object. */
  pointer: string
  /** The item of the operation: from `x-schema`, the body or the answer; undefined when none of them names a schema. */
  item: OperationItem | undefined
  /** Kind of the body: one item, an array of items, or something else. Undefined without a body. */
  body: 'item' | 'items' | 'other' | undefined
  /** Kind of the success answer; `list` is an array of items or an object that contains one. */
  answer: 'item' | 'list' | 'other' | undefined
  /** Whether it can be used without signing in. */
  isPublic: boolean
  /** Names of the values of path and query parameters in {@link OperationContext.values}. */
  valueNames: readonly string[]
  /** For an answer that is an object with an array of items: the name of that property. */
  itemsProperty: string | undefined
  /** Default values of {@link OperationContext.values} (`x-context`). */
  contextDefaults: Readonly<JsonObject>
  /** Names by `x-alias` for `total`, `page` and `items`. */
  alias: Readonly<Record<string, string>>
  /** Status of success: the first 2xx that is declared. Undefined when there is none. */
  status: number | undefined
  /** The document's `info`. */
  info: { title: string; description: string; version: string }
}

/** One request to an operation, after its parameters and body were checked. */
export interface OperationContext {
  request: FastifyRequest
  reply: FastifyReply
  operation: Operation
  /** The caller; for public operations the service itself. */
  caller: Caller
  /** Default values of `x-context`, overridden by the parameters under their name or `x-context-name`. Middleware can add values. */
  values: Record<string, Json>
  /** The item in the request, if it was looked up before the body was read and the caller has the right. */
  found?: Item | undefined
  /** The body, converted by its schema; undefined when there is none. */
  body: Json | undefined
  log: FastifyRequest['log']
}

/** The answer of a controller. */
export interface OperationAnswer {
  /** Default: the operation's success status. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON; undefined sends none. */
  body?: Json | undefined
  /** Instead of `body`: its JSON text, if the controller has it already. Middleware and the check of answers get it as `body`. */
  text?: string
  /** It contains less than the document declares, because the caller cannot read more. Such an answer is not checked against the document. */
  isPartial?: boolean
}

/** Answers requests to one operation. */
export type OperationHandler = (context: OperationContext) => Promise<OperationAnswer> | OperationAnswer

/** The services for controllers and middleware. */
export interface OperationServices {
  resources: Resources
  access: Access
  items: Items
  identifiers: IdentifierGenerator
  /** Converts references in requests to stored ones, and back in answers. */
  references: ItemReferences
}

/** The right that a controller requires in production mode. */
export interface ControllerAccess {
  action: Action
  /** On the type, or on the item that the identifier in the request names. */
  of: 'type' | 'item'
}

/**
 * A controller of operations. A plugin contributes its own as a list, `contributes.openapiControllers`; an operation names one with
 * `x-controller`, with or without the suffix `Controller`.
 */
export interface Controller {
  /** For example `CreateController`. */
  name: string
  /** The methods of operations that it can serve without being named. Default: every method. */
  methods?: readonly Method[]
  /**
   * Whether it can serve an operation that names no controller. The first matching one is used.
   * @returns true, or what is missing
   */
  fits?(operation: Operation): true | string
  /**
   * The right that is checked before parameters and body, if the operation has an item. Default: every signed-in caller can use it, and
   * the controller itself checks `access`.
   */
  access?: ControllerAccess
  /** Status of success if the operation declares none. Default: 200. */
  defaultStatus?: number
  /** Status of a refused body. Default: 400. */
  invalidBodyStatus?: 400 | 422
  /** Query parameters that it reads even if the operation does not declare them, by name: JSON Schemas of their values. */
  queryParameters?: Readonly<Record<string, JsonObject>>
  /** Name of a query parameter that, when `true`, disables the schemas of the parameters that contain the identifier. */
  freesIdentifier?: string
  /** Whether it reads a query parameter from the request itself, regardless of what the operation declares. */
  takesQueryParameter?(name: string): boolean
  /**
   * Attach it to an operation, once at the start; look-ups that do not depend on a request happen here.
   * @throws Error naming what the operation lacks; the start fails with it
   */
  attach(operation: Operation, services: OperationServices): OperationHandler
}

/**
 * Middleware around the controller of an operation that names it in `x-middleware`. A plugin contributes its own as a list,
 * `contributes.openapiMiddleware`.
 */
export interface Middleware {
  name: string
  /** Attach it to an operation, once at the start. The result calls `next` to continue, and can answer itself or change the answer. */
  attach(
    operation: Operation,
    services: OperationServices,
  ): (context: OperationContext, next: () => Promise<OperationAnswer>) => Promise<OperationAnswer>
}

/** A stored item. */
export interface Item {
  /** URN of its resource. */
  id: string
  sequence_no: number
  data: JsonObject
  /** JSON text of `data`, if it is unchanged since it was stored. */
  text?: string
  /** Its resource, as it was read. */
  document?: StoredDocument
}

declare module '../../kernel/index.ts' {
  interface Contributions {
    /** Controllers that an OpenAPI document can name. */
    openapiControllers?: readonly Controller[]
    /** Middleware that an OpenAPI document can name. */
    openapiMiddleware?: readonly Middleware[]
  }
}
