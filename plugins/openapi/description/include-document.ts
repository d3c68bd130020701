import { groupPairs, isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { ComponentNames, IncludedDocument } from '../../api-description/contract.ts'
import { pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'
import type { PlannedRoute } from '../plan.ts'
import { mountedPath } from '../served-document.ts'
import type { ServedDocument } from '../served-document.ts'
import { DocumentTranslator } from './translate-document.ts'

/** Root members of a document that are included in the description; `servers` and `security` apply only to its operations. */
const rootMembers = new Set(['tags', 'externalDocs'])

/**
 * The addition of the document, from which a part of the service is built, to the description of the service: its operations,
 * translated to OpenAPI 3.1, under the prefix, with the controller and the middleware of each.
 * @param nameOf the names of its components in the description
 */
export function includeDocument(
  { document, prefix, operations, info }: ServedDocument,
  nameOf: ComponentNames,
): IncludedDocument {
  const pathOf = (path: string): string => mountedPath(prefix, path)
  const translator = new DocumentTranslator(document, pathOf, nameOf)
  const root = Object.entries(document).filter(([name]) => rootMembers.has(name) || name.startsWith('x-'))
  return {
    info: { ...info, prefix },
    root: Object.fromEntries(root),
    paths: Object.fromEntries(
      [...groupPairs(operations.map(operation => [operation.path, operation]))].map(([path, served]) => {
        const { value } = follow(document, pointTo('', 'paths', path))
        return [pathOf(path), servedItem(translator.pathItem(value), served, document)]
      }),
    ),
    components: translator.components(),
  }
}

/** A path item with the controllers of its operations; methods that are not served are left out. */
function servedItem(item: JsonObject, operations: readonly PlannedRoute[], document: JsonObject): JsonObject {
  const { trace: _unserved, 'x-middleware': _atOperations, ...shown } = item
  for (const { method, controller, middlewareNames, security } of operations) {
    const described = item[method]
    if (!isObject(described)) continue
    const { 'x-controller': _name, ...operation } = described
    shown[method] = {
      ...operation,
      ...(operation['security'] === undefined ? inherited(document['security'], security.isPublic) : {}),
      ...(controller === undefined ? {} : { 'x-controller': controller.name }),
      ...(middlewareNames.length === 0 ? {} : { 'x-middleware': [...middlewareNames] }),
    }
  }
  return shown
}

/** The security of an operation that declares none: that of the document, else none where it is public. */
function inherited(security: Json | undefined, isPublic: boolean): JsonObject {
  if (security !== undefined) return { security }
  return isPublic ? { security: [] } : {}
}
