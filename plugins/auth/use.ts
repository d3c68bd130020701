import type { FastifyRequest } from 'fastify'

/** Whether a request is one by which somebody uses the service, not one that a browser repeats by itself. */
export const countsAsUse = (request: FastifyRequest): boolean => request.routeOptions.config?.countsAsUse !== false
