import { Pencil } from '@lucide/vue'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { nameInSentence } from '../../../composables/feedback/words.ts'
import { useKeyboard } from '../../../composables/page/useKeyboard.ts'
import { usePage } from '../../../composables/page/usePage.ts'
import { usePlaces } from '../../../composables/page/usePlaces.ts'
import { useFallbackLink } from '../../../composables/page/useFallbackLink.ts'
import { t } from '../../../i18n/index.ts'
import { labelOfResource, typePlural } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { wayBack } from '../../list/listPlace.ts'
import type { ShownRecord } from './useRecord.ts'
import { useRecordView } from './useRecordView.ts'
import type { Rights } from './useRights.ts'

/**
 * Set the title, the way back, the main action and the shortcuts of the page of a resource.
 * @returns the link to offer when there is no such resource
 */
export function useRecordHead(
  slug: () => string,
  id: () => string,
  { type, resource, archived }: ShownRecord,
  rights: Rights,
): ReturnType<typeof useFallbackLink> {
  const places = usePlaces()
  const me = useMe()
  const router = useRouter()
  const view = useRecordView()
  const listName = computed(() => (type.value === undefined ? slug() : typePlural(type.value)))
  const typeInSentence = (): string => (type.value === undefined ? slug() : nameInSentence(type.value))
  const editLabel = (): string => t('record.edit', { type: typeInSentence() })
  const mayEdit = computed(() => rights.mayModify.value && !view.isEditing.value && view.version.value === undefined)
  /** Editing then is beside the button that publishes. */
  const isPublishable = computed(() => rights.mayPublish.value && resource.value?.publication !== 'published')
  const another = computed(() => (me.can('odrl:modify', slug()) ? places.create(slug()) : undefined))

  usePage(() => {
    const shown = resource.value ?? archived.value
    const list = wayBack(places, slug(), id())
    return {
      title: shown === undefined ? listName.value : labelOfResource(shown, type.value),
      ...(shown !== undefined && { place: [{ label: listName.value, to: list }] }),
      ...(resource.value !== undefined &&
        mayEdit.value &&
        !isPublishable.value && { primary: { label: editLabel(), icon: Pencil, run: view.edit, keys: 'e' } }),
    }
  })
  useKeyboard(
    { keys: 'e', label: editLabel, run: view.edit, when: () => mayEdit.value && isPublishable.value, opensForm: true },
    {
      keys: 'c',
      label: () => t('common.createType', { type: typeInSentence() }),
      opensForm: true,
      run: () => another.value && router.push(another.value),
      when: () => another.value !== undefined && type.value !== undefined && !view.isEditing.value,
    },
  )
  return useFallbackLink(slug, () => wayBack(places, slug(), id()))
}
