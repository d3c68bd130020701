import type { Access } from '../../../kernel/index.ts'
import { requestDeadline } from '../../../lib/query/index.ts'
import type { ResourceReader } from './contract.ts'
import { readLabels } from './labels.ts'
import { findByValues, relatedTo, selectResources } from './list.ts'
import type { ListParts } from './list.ts'
import { accountScope, callerScope } from './scopes.ts'
import { readTargets } from './targets.ts'

/** What the reader needs. */
export interface ReaderParts extends ListParts {
  access: Access
}

/** Make the contract `resourceReader`. */
export const resourceReader = (parts: ReaderParts): ResourceReader => ({
  callerScope: caller => callerScope(parts.access, caller),
  accountScope,
  select: (scope, type, query = {}) => selectResources(parts, scope, type, query),
  getMany: (scope, ids, options) => readTargets(parts, scope, ids, options),
  findByValues: (scope, type, property, values) => findByValues(parts, scope, type, property, values),
  related: (scope, resources, request, options) => relatedTo(parts, scope, resources, request, options),
  labels: (scope, resources, { languages = [], deadline = requestDeadline() } = {}) =>
    readLabels(parts, scope, resources, deadline, languages),
})
