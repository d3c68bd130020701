import { useMutation } from '@pinia/colada'
import { shallowRef } from 'vue'
import { ApiError, archivingProblems } from '../../../api/index.ts'
import type { ArchivingProblem, Resource } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { labelOfResource } from '../../../schema/index.ts'
import { useTypes } from '../../../stores/types.ts'
import { refusalOf } from '../../../composables/feedback/refusal.ts'
import { confirm } from '../../../composables/feedback/useConfirm.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { toast } from '../../../composables/feedback/useToast.ts'

/** Why a resource could not be archived. */
interface Blocked {
  /** Message of the service. */
  message: string
  problems: ArchivingProblem[]
}

/** Archive and restore a resource. @param changed called after either */
export function useArchiving(slug: () => string, changed: () => unknown) {
  const types = useTypes()
  const actions = useResourceActions(slug)
  /** Undefined unless references prevent archiving. */
  const blocked = shallowRef<Blocked>()

  async function reportFailure(error: unknown, resource: Resource): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 409) {
      toast(refusalOf(error), { tone: 'bad' })
      return
    }
    const problems = await archivingProblems(slug(), resource.id).catch(() => []) // the message is sufficient without them
    blocked.value = { message: error.message, problems }
  }
  const { mutateAsync, isLoading: isArchiving } = useMutation({
    mutation: async (work: () => Promise<unknown>) => {
      await work()
      blocked.value = undefined
      await changed()
    },
  })
  const attempt = (work: () => Promise<unknown>, resource: Resource): Promise<void> =>
    mutateAsync(work).catch(error => reportFailure(error, resource))
  return {
    isArchiving,
    blocked,
    archive: (resource: Resource) => attempt(() => actions.archive(resource), resource),
    /** Archive the resource anyway; for administrators, who have to type its name. */
    force: async (resource: Resource) => {
      const name = labelOfResource(resource, types.get(slug()))
      const question = {
        title: t('record.forceTitle', { name }),
        text: t('record.forceText'),
        action: t('record.forceAction'),
        tone: 'danger' as const,
        typed: name,
      }
      if (await confirm(question)) await attempt(() => actions.archive(resource, { force: true }), resource)
    },
    restore: (resource: Resource) => attempt(() => actions.restore(resource), resource),
  }
}

export type Archiving = ReturnType<typeof useArchiving>
