import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Action, Caller } from '../../kernel/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { Resources } from '../dynamic-resources/contract.ts'
import type { IdentifierGenerator } from './items/identifiers.ts'
import type { Items } from './items/items.ts'
import type { ItemReferences } from './references/item-references.ts'

/** HTTP methods that an OpenAPI 3.0 document can describe and this service serves. */
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch' | 'head' | 'options'

/** Where a parameter stands. Cookie parameters are not supported. */
export type ParameterLocation = 'path' | 'query' | 'header'

/** One part of what identifies an item, and the parameter that carries it in requests. */
export interface IdentifierPart {
  /** Name of the property. */
  property: string
  /** JSON types of its values. */
  types: readonly string[]
  /** Name under which the value stands in {@link OperationContext.values}; undefined when neither a parameter nor `x-context` of the operation has it. */
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
  /** Names of the properties that answers never show (`writeOnly`). */
  hidden: readonly string[]
  /** What identifies an item; `x-identifier`, else the property `id`. */
  identifier: readonly IdentifierPart[]
}

/** An operation of the document, read once at the start. */
export interface Operation {
  /** As in the document, `/pets/{petId}`. */
  path: string
  method: Method
  /** `operationId`, or the method and path where it has none. */
  id: string
  summary: string
  /** JSON Pointer of the Operation Object. */
  pointer: string
  /** The item that it is about: by `x-schema`, the body or the answer; undefined when none of them names a schema. */
  item: OperationItem | undefined
  /** Body: whether it is one item or an array of them, or something else. Undefined without a body. */
  body: 'item' | 'items' | 'other' | undefined
  /** What the success answer holds; `list` is an array of items or an object with one. */
  answer: 'item' | 'list' | 'other' | undefined
  /** Whether everybody may use it, without signing in. */
  isPublic: boolean
  /** Names of the values of the parameters in the path and the query in {@link OperationContext.values}. */
  valueNames: readonly string[]
  /** In an answer that is an object with an array of items: the name of that array's property. */
  itemsProperty: string | undefined
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
  /** Who asks; for public operations the service itself. */
  caller: Caller
  /** Default values of `x-context`, over them the parameters by their name or `x-context-name`. Middleware may add to them. */
  values: Record<string, Json>
  /** The item that the request names, where it was looked for before the body was read, and the caller may do this to it. */
  found?: Item | undefined
  /** The body as its schema has it; undefined when there is none. */
  body: Json | undefined
  log: FastifyRequest['log']
}

/** What a controller answers with. */
export interface OperationAnswer {
  /** Default: the operation's success status. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON; undefined sends none. */
  body?: Json | undefined
  /** In place of `body`: its JSON text, where the controller has it already. Middleware and the check of answers get it as `body`. */
  text?: string
  /** It shows less than the document says, as the caller may not read more. Such an answer is not checked against the document. */
  isPartial?: boolean
}

/** Answers requests to one operation. */
export type OperationHandler = (context: OperationContext) => Promise<OperationAnswer> | OperationAnswer

/** What controllers and middleware work with. */
export interface OperationServices {
  resources: Resources
  access: Access
  items: Items
  identifiers: IdentifierGenerator
  /** Turns references of requests into what is stored, and back in answers. */
  references: ItemReferences
}

/** What a controller asks of its callers in production mode. */
export interface ControllerAccess {
  action: Action
  /** On the type, or on the item that the identifier in the request names. */
  of: 'type' | 'item'
}

/**
 * Something that answers operations. A plugin contributes its own as `contributes.openapiControllers`, a list; an operation names one by
 * `x-controller`, with or without the ending `Controller`.
 */
export interface Controller {
  /** Such as `CreateController`. */
  name: string
  /**
   * Whether it is attached to an operation that names no controller. The first one that fits is taken.
   * @returns true, or in words what is missing
   */
  fits?(operation: Operation): true | string
  /**
   * The right that is checked before parameters and body are, if the operation is about an item. Default: whoever is signed in may use it, and
   * the controller asks `access` for what it does.
   */
  access?: ControllerAccess
  /** Status of success where the operation declares none. Default: 200. */
  defaultStatus?: number
  /** Status of a refused body. Default: 400. */
  invalidBodyStatus?: 400 | 422
  /** Query parameters that it reads although the operation need not declare them, by name: JSON Schemas of their values. */
  queryParameters?: Readonly<Record<string, JsonObject>>
  /** Name of a query parameter that, where it is `true`, frees the parameters that carry the identifier from their schemas. */
  freesIdentifier?: string
  /** Whether it reads a query parameter from the request by itself, whatever the operation declares. */
  takesQueryParameter?(name: string): boolean
  /**
   * Attach it to an operation, once at the start: what can be looked up before requests come is looked up here.
   * @throws Error saying what the operation lacks; the start stops with it
   */
  attach(operation: Operation, services: OperationServices): OperationHandler
}

/**
 * Something that runs around the controller of an operation that names it in `x-middleware`. A plugin contributes its own as
 * `contributes.openapiMiddleware`, a list.
 */
export interface Middleware {
  name: string
  /** Attach it to an operation, once at the start. The result calls `next` to go on, and may answer by itself or change the answer. */
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
  /** JSON text of `data`, where it is as it is stored. */
  text?: string
}

declare module '../../kernel/index.ts' {
  interface Contributions {
    /** Controllers that an OpenAPI document may name. */
    openapiControllers?: readonly Controller[]
    /** Middleware that an OpenAPI document may name. */
    openapiMiddleware?: readonly Middleware[]
  }
}
