import { useQueryCache } from '@pinia/colada'
import { ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import {
  archiveType,
  changeType,
  t,
  toast,
  toastRefusal,
  tryArchiving,
  useSidebar,
  useTypes,
} from '../../../../admin/src/index.ts'
import type { ResourceType, TypeProblem } from '../../../../admin/src/index.ts'

type Named = Pick<ResourceType, 'name' | 'slug'>

/** What useArchiving gives. */
export interface Archiving {
  /** The type that somebody wants to archive, and who refers to its resources. */
  question: Ref<{ type: Named; problems: TypeProblem[] } | undefined>
  isBusy: Ref<boolean>
  /** Find out what it would mean, and ask. */
  ask(type: Named): Promise<void>
  /** Do it, and offer to undo it. @returns whether it was done */
  archive(type: Named): Promise<boolean>
  restore(type: Named): Promise<boolean>
}

/** Archive types and bring them back. */
export function useArchiving(): Archiving {
  const question = shallowRef<{ type: Named; problems: TypeProblem[] }>()
  const isBusy = ref(false)
  const cache = useQueryCache()
  const types = useTypes()
  const sidebar = useSidebar()

  /** @returns whether it worked; what did not is told */
  async function doing(work: () => Promise<void>): Promise<boolean> {
    isBusy.value = true
    try {
      await work()
      return true
    } catch (error) {
      toastRefusal(error)
      return false
    } finally {
      isBusy.value = false
    }
  }
  const changed = async (): Promise<void> => {
    await Promise.all([types.refresh(), sidebar.refresh(), cache.invalidateQueries({ key: ['types'] })])
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
