import { Plus, Upload } from '@lucide/vue'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useRowRights } from '../../../composables/data/useRowRights.ts'
import { nameInSentence } from '../../../composables/feedback/words.ts'
import type { PrimaryAction } from '../../../composables/page/usePage.ts'
import { usePlaces } from '../../../composables/page/usePlaces.ts'
import { t } from '../../../i18n/index.ts'
import { source } from '../../../sources.ts'
import type { ListContext } from './useListContext.ts'

/** What adds a resource to a list: a form, or the upload of files. Undefined for users who may not. */
export function useCreateAction({
  slug,
  type,
}: Pick<ListContext, 'slug' | 'type'>): ComputedRef<PrimaryAction | undefined> {
  const places = usePlaces()
  const { mayCreate } = useRowRights(slug)
  return computed(() => {
    const to = places.create(slug())
    if (!mayCreate.value || type.value === undefined || to === undefined) return undefined
    if (source('files').isFileType(slug()))
      return { label: t('list.upload'), icon: Upload, run: () => source('files').upload(), keys: 'c' }
    return { label: t('common.createType', { type: nameInSentence(type.value) }), icon: Plus, to, keys: 'c' }
  })
}
