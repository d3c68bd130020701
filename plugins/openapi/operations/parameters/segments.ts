import { reservedSegments } from '../../../../kernel/index.ts'
import { ProblemAt, pointTo } from '../../document/problem.ts'
import { firstSegment } from './path.ts'
import type { RoutePath } from './path.ts'

/**
 * Check that no two operations have the same path, whatever the names of their parameters.
 * @throws ProblemAt
 */
export function checkDifferent(operations: readonly { path: string; method: string; route: RoutePath }[]): void {
  const paths = new Map<string, string>()
  for (const { path, method, route } of operations) {
    const key = `${method} ${route.url}`
    const other = paths.get(key)
    if (other !== undefined && other !== path) {
      throw new ProblemAt(pointTo('', 'paths', path, method), `is at the same address as that of ${other}`)
    }
    paths.set(key, path)
  }
}

/**
 * Check that a document's paths do not collide with other routes.
 * @param isTaken whether a segment directly under `/api` belongs to the service or to a resource type
 * @throws ProblemAt for a path whose first segment is taken, or is a parameter
 */
export function checkSegments(
  operations: readonly { path: string; route: RoutePath }[],
  isTaken: (segment: string) => boolean,
  prefix: string,
): void {
  const elsewhere = `mount the document elsewhere, with the option prefix of the plugin openapi: {"prefix": "${prefix}/v1"}`
  for (const { route, path } of operations) {
    const segment = firstSegment(route.url)
    if (segment === undefined) continue
    const reason =
      reservedSegments.has(segment) || isTaken(segment)
        ? `"${segment}" is an address of the service already`
        : segment.includes(':')
          ? 'begins with a parameter, as the addresses of resource types do'
          : undefined
    if (reason !== undefined) throw new ProblemAt(pointTo('', 'paths', path), `${reason}; ${elsewhere}`)
  }
}
