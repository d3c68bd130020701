import type { Json } from '../../../lib/json/index.ts'
import type { Job, Jobs } from '../../jobs/contract.ts'
import type { ResourceType, TypeProblem } from '../contract.ts'
import { conversionBody } from '../impact/type-problems.ts'
import { typeBody } from '../registry/type-record.ts'
import type { StoredType } from '../registry/type-record.ts'
import type { TypeBody, TypeChangeBody } from '../schemas.ts'
import { fieldsIn, mergedFields } from './change-body.ts'
import type { TypeService } from './service.ts'
import type { DraftCounts } from '../registry/sets.ts'

/** How a change is requested: PUT, PATCH or DELETE. */
export type ChangeAction = 'replace' | 'update' | 'archive'

/** A change of a type as it is requested. */
interface ChangeInput {
  slug: string
  action: ChangeAction
  body: TypeChangeBody
  if_match: string | null
  if_none_match?: string | null
  /** Absent in runs of version 0.2.0. */
  convert?: boolean
  force: boolean
}

/** The changed type; its JSON is what the request is answered with. */
interface ChangedType {
  type: StoredType
  /** What became of values that did not fit. */
  problems: readonly TypeProblem[]
  drafts?: DraftCounts | undefined
  toJSON(): Json
}

export type ChangeJob = Job<ChangeInput, ChangedType>

/** The fields that a change leads to, computed from the current state of the type. */
export function editOf(action: ChangeAction, body: TypeChangeBody): (current: ResourceType) => TypeBody {
  if (action === 'archive') return () => ({ status: 'archived' })
  return current => (action === 'replace' ? fieldsIn : mergedFields)(current, body)
}

/**
 * The job that changes a type, when it takes long: with many resources, the parts of the collection that the new schema needs are built for minutes.
 * @param ready resolves when what interrupted changes left behind is removed
 */
export const defineChangeJob = (jobs: Jobs, service: TypeService, ready: () => Promise<void>): ChangeJob =>
  jobs.define({
    name: 'change',
    right: () => 'administrator',
    async run(
      { slug, action, body, if_match, if_none_match, convert = false, force },
      { caller, attempt, signal, admit, progress },
    ) {
      await ready()
      const preconditions = { ifMatch: if_match ?? undefined, ifNoneMatch: if_none_match ?? undefined }
      const options = { ...preconditions, convert, force, dryRun: false, isRepeated: attempt > 1 }
      const edit = editOf(action, body)
      const { type, problems, drafts } = await service.change(caller, slug, edit, {
        ...options,
        signal,
        admit,
        onProgress: progress,
      })
      const further = {
        ...conversionBody(problems, { convert, force }),
        ...(drafts !== undefined && { drafts: { ...drafts } }),
      }
      return { type, problems, drafts, toJSON: () => (action === 'archive' ? null : { ...typeBody(type), ...further }) }
    },
  })
