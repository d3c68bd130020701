import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { ProblemAt, pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'

/** Who can use an operation in production mode, and where a request can contain an API token. */
export interface Security {
  /** Public: `security: []` at the operation itself; only for reading. */
  isPublic: boolean
  /** Names of headers, in lower case, that can contain an API token in addition to `Authorization` (`apiKey` in a header). */
  tokenHeaders: readonly string[]
  /** Names of schemes that are not supported (`http basic`, `apiKey` elsewhere); sessions and API tokens work regardless. */
  unsupported: readonly string[]
}

/**
 * Map the Security Requirements of an operation (https://spec.openapis.org/oas/v3.0.3#security-requirement-object) to the service's own
 * sign-in: `openIdConnect`, `oauth2` and `http bearer` are its sessions and API tokens, `apiKey` in a header is an API token.
 * @throws ProblemAt for a scheme that is not declared
 */
export function readSecurity(document: JsonObject, operation: JsonObject, pointer: string): Security {
  const own = operation['security']
  const requirements = own ?? document['security']
  const isRead = /\/(?:get|head)$/.test(pointer)
  const names = Array.isArray(requirements) ? requirements.flatMap(one => (isObject(one) ? Object.keys(one) : [])) : []
  const schemes = names.map(name => readScheme(document, name, pointer))
  return {
    isPublic: isRead && Array.isArray(own) && own.length === 0,
    tokenHeaders: [...new Set(schemes.flatMap(({ header }) => header ?? []))],
    unsupported: names.filter((_name, index) => schemes[index]?.isSupported === false),
  }
}

function readScheme(document: JsonObject, name: string, pointer: string): { isSupported: boolean; header?: string } {
  const schemes = isObject(document['components']) ? document['components']['securitySchemes'] : undefined
  if (!isObject(schemes) || schemes[name] === undefined) {
    throw new ProblemAt(pointer, `the security scheme "${name}" is not declared in components.securitySchemes`)
  }
  const { value } = follow(document, pointTo('', 'components', 'securitySchemes', name))
  if (value['type'] === 'openIdConnect' || value['type'] === 'oauth2') return { isSupported: true }
  if (value['type'] === 'http' && String(value['scheme']).toLowerCase() === 'bearer') return { isSupported: true }
  if (value['type'] === 'apiKey' && value['in'] === 'header' && typeof value['name'] === 'string') {
    return { isSupported: true, header: value['name'].toLowerCase() }
  }
  return { isSupported: false }
}
