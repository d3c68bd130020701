import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { IncludedDocument } from '../../api-description/contract.ts'
import { pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'
import type { PlannedOperation } from '../plan.ts'
import { mountedPath } from '../served-document.ts'
import type { ServedDocument } from '../served-document.ts'
import { DocumentTranslator } from './translate-document.ts'

/** Names that the description of the service uses or reserves; further types can be added at any time. */
const typeComponent = /^[a-z][a-z0-9-]*(?:\.(?:patch|resource|list))?$/
const ownComponents = (section: string, name: string): boolean =>
  section === 'schemas' ? typeComponent.test(name) : section === 'responses' && name === 'Error'

/** Root members of a document that are included in the description; `servers` and `security` apply only to its operations. */
const rootMembers = new Set(['tags', 'externalDocs'])

/**
 * The addition of the document, from which a part of the service is built, to the description of the service: its operations,
 * translated to OpenAPI 3.1, under the prefix, with the controller and the middleware of each.
 */
export function includeDocument({ document, prefix, operations, info }: ServedDocument): IncludedDocument {
  const pathOf = (path: string): string => mountedPath(prefix, path)
  const translator = new DocumentTranslator(document, pathOf, namesOf(document))
  const root = Object.entries(document).filter(([name]) => rootMembers.has(name) || name.startsWith('x-'))
  return {
    info: { ...info, prefix },
    root: Object.fromEntries(root),
    paths: Object.fromEntries(
      [...byPath(operations)].map(([path, served]) => {
        const { value } = follow(document, pointTo('', 'paths', path))
        return [pathOf(path), servedItem(translator.pathItem(value), served, document)]
      }),
    ),
    components: translator.components(),
    operationIds: new Set(operations.map(({ id }) => id)),
  }
}

function byPath(operations: readonly PlannedOperation[]): Map<string, PlannedOperation[]> {
  const paths = new Map<string, PlannedOperation[]>()
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation])
  return paths
}

/** A path item with the controllers of its operations; methods that are not served are left out. */
function servedItem(item: JsonObject, operations: readonly PlannedOperation[], document: JsonObject): JsonObject {
  const { trace: _unserved, 'x-middleware': _atOperations, ...shown } = item
  for (const { method, controller, middlewareNames } of operations) {
    const described = item[method]
    if (!isObject(described)) continue
    const { 'x-controller': _name, ...operation } = described
    shown[method] = {
      ...operation,
      ...(operation['security'] === undefined && document['security'] !== undefined
        ? { security: document['security'] }
        : {}),
      ...(controller === undefined ? {} : { 'x-controller': controller.name }),
      ...(middlewareNames.length === 0 ? {} : { 'x-middleware': [...middlewareNames] }),
    }
  }
  return shown
}

/** The names of the document's components in the description: changed if the service, or a possible future type, uses them. */
function namesOf(document: JsonObject): (section: string, name: string) => string {
  const components = isObject(document['components']) ? document['components'] : {}
  return (section, name) => {
    const there: Json | undefined = components[section]
    let free = name
    if (!ownComponents(section, name) || !isObject(there) || !Object.hasOwn(there, name)) return name
    do free = `document_${free}`
    while (Object.hasOwn(there, free))
    return free
  }
}
