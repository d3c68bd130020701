import type { FastifyReply, FastifyRequest } from 'fastify'
import { MethodNotAllowed, NotFound, Unauthorized } from '../../errors.ts'
import type { ServiceError } from '../../errors.ts'
import type { Admission } from './admission.ts'
import { allowedAt, catchesAll, isOpen, segmentsOf } from '../routes/addresses.ts'
import type { Address, Addresses } from '../routes/addresses.ts'

/**
 * A route with parameters also matches addresses that are none: with an empty part, or below a first segment that belongs to a plugin
 * (`/api/health/x` matches `/api/:type/:id`).
 * @param pattern path pattern of the route
 * @param parameters those of a request, as the router found them
 */
export function isAddress(pattern: string, parameters: object, addresses: Addresses): boolean {
  const values = Object.entries(parameters).flatMap(([name, value]) => (name === '*' ? [] : [value]))
  return !values.includes('') && !(pattern.startsWith('/api/:') && addresses.ownerOf(String(values[0])) !== undefined)
}

/** The address of a request that no route serves, if there is one. A catch-all has none in the API, and without a host of its own only `OPTIONS`. */
function addressOf(request: FastifyRequest, addresses: Addresses): Address | undefined {
  const found = addresses.find(request)
  if (found === undefined || !isAddress(found.address.url, found.parameters, addresses)) return undefined
  const { address } = found
  if (!catchesAll(address.url)) return address
  const [first, ...below] = segmentsOf(request.url)
  if (isOpen(address)) return first !== 'api' && request.method === 'OPTIONS' ? address : undefined
  return first === 'api' && below.length > 0 ? undefined : address
}

/**
 * Answer a request that no route serves: 401 where sign-in is required and missing; 404 where there is no address; else 204 with the methods that the
 * address has for `OPTIONS`, and 405 for another method.
 */
export async function refuseRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  addresses: Addresses,
  { admit, admitAnyone }: Admission,
): Promise<void> {
  const address = addressOf(request, addresses)
  if (address?.isPublic ?? segmentsOf(request.url)[0] !== 'api') await admitAnyone(request, reply)
  else if (!(await admit(request, reply))) throw unauthorized()
  if (address === undefined) throw notFound(request.url, addresses)
  const allowed = allowedAt(address)
  if (request.method !== 'OPTIONS') throw new MethodNotAllowed(allowed)
  void reply
    .code(204)
    .header('allow', [...allowed, 'OPTIONS'].join(', '))
    .send()
}

export const unauthorized = (): ServiceError => new Unauthorized('sign in first')

/** @param addresses those that the answer lists for the address of the API itself */
export function notFound(url = '', addresses?: Addresses): ServiceError {
  if (addresses === undefined || !/^\/api\/?(?:\?|$)/.test(url)) return new NotFound('there is nothing at this address')
  const below = addresses.firstSegments.map(segment => `/api/${segment}`)
  return new NotFound(`there is nothing at /api itself; the API begins at ${below.join(', ')}`)
}
