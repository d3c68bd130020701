import type { FastifyInstance } from 'fastify'
import { bulkRoute } from './bulk-route.ts'
import { collectionRoutes } from './collection-routes.ts'
import type { ListParts } from './list.ts'
import { referrerRoutes } from './referrer-routes.ts'
import { resourceRoutes } from './resource-routes.ts'

/** The routes of resources, for types of whatever slug. */
export function addRoutes(app: FastifyInstance, parts: ListParts): void {
  collectionRoutes(app, parts)
  resourceRoutes(app, parts)
  referrerRoutes(app, parts)
  bulkRoute(app, parts)
}
