import { ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { attempt, t, toast } from '../../../../admin/src/index.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'
import { archiveType, changeType, tryArchiving } from '../typesApi.ts'
import type { TypeProblem } from '../typesApi.ts'
import { useTypesChanged } from './useStoredType.ts'

type Named = Pick<ResourceType, 'name' | 'slug'>

/** The result of useArchiving. */
export interface Archiving {
  /** The type to archive, and the resources that refer to its resources. */
  question: Ref<{ type: Named; problems: TypeProblem[] } | undefined>
  isBusy: Ref<boolean>
  /** Check the effect, and ask the user. */
  ask(type: Named): Promise<void>
  /** Archive, and offer to undo it. @returns whether it succeeded */
  archive(type: Named): Promise<boolean>
  restore(type: Named): Promise<boolean>
}

/** Archive types and restore them. */
export function useArchiving(): Archiving {
  const question = shallowRef<{ type: Named; problems: TypeProblem[] }>()
  const isBusy = ref(false)
  const changed = useTypesChanged()

  /** Run an action and report a failure to the user. @returns whether it succeeded */
  async function doing(work: () => Promise<void>): Promise<boolean> {
    isBusy.value = true
    return attempt(work).finally(() => (isBusy.value = false))
  }
  const restore = (type: Named): Promise<boolean> =>
    doing(async () => {
      await changeType(type.slug, { status: 'active' })
      await changed()
      toast(t('types.restored', { name: type.name }))
    })
  return {
    question,
    isBusy,
    restore,
    ask: async type => {
      await doing(async () => {
        question.value = { type, problems: await tryArchiving(type.slug) }
      })
    },
    archive: type =>
      doing(async () => {
        await archiveType(type.slug)
        question.value = undefined
        await changed()
        toast(t('types.archived', { name: type.name }), { undo: () => restore(type) })
      }),
  }
}
