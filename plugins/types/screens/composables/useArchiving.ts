import { useMutation } from '@pinia/colada'
import { computed, shallowRef } from 'vue'
import { attempt, queries, t, toast, typeName } from '../../../../admin/src/index.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'
import { archiveType, changeType, tryArchiving } from '../typesApi.ts'
import type { TypeProblem } from '../typesApi.ts'

type Named = Pick<ResourceType, 'name' | 'slug'>

/** Archive types and restore them. */
export function useArchiving() {
  /** The type to archive, and the resources that refer to its resources. */
  const question = shallowRef<{ type: Named; problems: TypeProblem[] }>()
  const changed = queries.useTypesChanged()
  const checking = useMutation({
    mutation: async (type: Named) => {
      question.value = { type, problems: await tryArchiving(type.slug) }
    },
  })
  const archiving = useMutation({
    mutation: ({ slug }: Named) => archiveType(slug),
    onSuccess: async (_done, type) => {
      question.value = undefined
      await changed()
      toast(() => t('types.archived', { name: typeName(type) }), { undo: () => restore(type) })
    },
  })
  const restoring = useMutation({
    mutation: ({ slug }: Named) => changeType(slug, { status: 'active' }),
    onSuccess: async (_type, { name }) => {
      await changed()
      toast(() => t('types.restored', { name }))
    },
  })
  const restore = (type: Named): Promise<boolean> => attempt(() => restoring.mutateAsync(type))
  return {
    question,
    isBusy: computed(() => [checking, archiving, restoring].some(({ isLoading }) => isLoading.value)),
    /** Check the effect, and ask the user. */
    ask: (type: Named): Promise<boolean> => attempt(() => checking.mutateAsync(type)),
    /** Archive, and offer to undo it. @returns whether it succeeded */
    archive: (type: Named): Promise<boolean> => attempt(() => archiving.mutateAsync(type)),
    restore,
  }
}
