import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StoredDocument } from '../../../kernel/index.ts'
import type { FlatShape } from '../../../lib/flat/index.ts'
import type { ResourcePage } from '../contract.ts'

/** Serves the resources of a type in a second, flat shape under further paths. Provided by the plugin `dynamic-resources`. */
export interface FlatViews {
  /**
   * Add the routes of a shape: create, list, get, change the fields sent, archive. The same data, rights, versions and events as under
   * `/api/<slug of the type>`. While there is no such type every route answers 404 with this reason.
   * @param app the plugin that the routes belong to
   */
  serve(app: FastifyInstance, shape: FlatShape): void
  /** Answer with a page of resources in their flat shape. */
  replyPage(reply: FastifyReply, shape: FlatShape, page: ResourcePage): FastifyReply
  /** Answer with a resource that was just written. A caller who is not allowed to read it gets its id and its ETag. */
  replyWritten(
    request: FastifyRequest,
    reply: FastifyReply,
    shape: FlatShape,
    document: StoredDocument,
  ): Promise<FastifyReply>
}

declare module '../../../kernel/index.ts' {
  interface Contracts {
    flatViews: FlatViews
  }

  interface Contributions {
    /** Flat shapes of types. That of the type `person` is the shape of the members of organizations. */
    'flat-shapes'?: readonly FlatShape[]
  }
}
