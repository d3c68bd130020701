import { computed, ref } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { useRouter } from 'vue-router'
import { slugOf } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { labelOfResource } from '../../schema/index.ts'
import { useTypes } from '../../stores/types.ts'
import { isPaletteOpen } from '../shell/useFrame.ts'
import { usePlaces } from '../../composables/usePlaces.ts'
import { fitting } from './command.ts'
import type { Command, CommandGroup } from './command.ts'
import { useCommands } from './useCommands.ts'
import { useRecents } from './useRecents.ts'
import type { Recent } from './useRecents.ts'
import { useResourceSearch } from './useResourceSearch.ts'

/** What usePalette gives. */
export interface Palette {
  text: Ref<string>
  /** What fits, the best group first; without words what was chosen lately comes first. */
  groups: ComputedRef<readonly CommandGroup[]>
  isSearching: Ref<boolean>
  isPartial: Ref<boolean>
  /** How many there are to choose from. */
  count: ComputedRef<number>
  choose(command: Command): Promise<void>
}

const maxPerGroup = 8
/** Before anything is typed, what can be created is left out: it is as long as the lists. */
const shownAtFirst = (group: string): number => (group === 'create' ? 0 : 50)
const isUrn = (id: string): boolean => id.startsWith('urn:')

/** Search and commands: what there is to choose from for what was typed, and what choosing does. */
export function usePalette(): Palette {
  const router = useRouter()
  const types = useTypes()
  const places = usePlaces()
  const text = ref('')
  const all = useCommands()
  const { recents, note } = useRecents()
  const search = useResourceSearch(text, () => recents.value.filter(({ id }) => isUrn(id)).map(({ id }) => slugOf(id)))

  const resource = (id: string, label: string): Command | undefined => {
    const slug = slugOf(id)
    const to = places.resource(slug, id)
    const type = types.get(slug)
    return to === undefined || type === undefined ? undefined : { id, label, note: type.name, type, to }
  }
  const found = computed(() =>
    search.found.value.flatMap(one => resource(one.id, labelOfResource(one, types.get(one.type_slug))) ?? []),
  )
  const further = computed((): Command[] =>
    search.left.value.length === 0 || search.isSearching.value
      ? []
      : [
          {
            id: 'more',
            label: t('palette.searchMore', { count: search.left.value.length }),
            stays: true,
            run: search.more,
          },
        ],
  )
  const lately = computed(() => {
    const known = new Map(all.value.flatMap(({ commands }) => commands.map(command => [command.id, command] as const)))
    const again = ({ id, label }: Recent): Command | undefined => (isUrn(id) ? resource(id, label) : known.get(id))
    return recents.value.flatMap(recent => {
      const command = again(recent)
      if (command === undefined) return []
      return command.id.startsWith('list ') ? { ...command, note: t('palette.list') } : command
    })
  })

  const groups = computed((): CommandGroup[] => {
    const isEmpty = text.value.trim() === ''
    const recent = { name: 'recent', label: t('palette.recent'), commands: fitting(lately.value, text.value) }
    const seen = new Set(recent.commands.map(({ id }) => id))
    const fit = all.value.map(group => ({
      ...group,
      commands: fitting(group.commands, text.value)
        .filter(({ id }) => !seen.has(id))
        .slice(0, isEmpty ? shownAtFirst(group.name) : maxPerGroup),
    }))
    const resources = found.value.filter(({ id }) => !seen.has(id))
    const hits = { name: 'resources', label: t('palette.resources'), commands: [...resources, ...further.value] }
    const looks = fit.findIndex(({ name }) => name === 'create')
    return [recent, ...fit.slice(0, looks), hits, ...fit.slice(looks)].filter(({ commands }) => commands.length > 0)
  })

  async function choose(command: Command): Promise<void> {
    const { id, label, to, run, stays } = command
    if (stays !== true) isPaletteOpen.value = false
    if (id !== 'more' && id !== 'here') note({ id, label })
    await run?.()
    if (to !== undefined) await router.push(to)
  }

  return {
    text,
    groups,
    isSearching: search.isSearching,
    isPartial: search.isPartial,
    count: computed(() => groups.value.reduce((sum, { commands }) => sum + commands.length, 0)),
    choose,
  }
}
