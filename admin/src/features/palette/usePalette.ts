import { List } from '@lucide/vue'
import { computed, ref } from 'vue'
import type { ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import { queryText, slugOf } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { queryWords } from '../../../../lib/store-kit/words/query-words.ts'
import { labelOf, typeName, typePlural } from '../../schema/index.ts'
import { useMe } from '../../stores/me.ts'
import { useTypes } from '../../stores/types.ts'
import { isPaletteOpen } from '../shell/useFrame.ts'
import { useLocalPreference } from '../../composables/page/useLocalPreference.ts'
import { usePlaces } from '../../composables/page/usePlaces.ts'
import { matchingCommands, score } from './command.ts'
import type { Command, CommandGroup } from './command.ts'
import { useCommands } from './useCommands.ts'
import { useSearch } from './useSearch.ts'

const maxPerGroup = 8
/** Number of commands that a group shows before the user types. Commands that create are hidden: there are as many as lists. */
const maxShownInitially = (group: string): number => (group === 'create' ? 0 : 50)
const isUrn = (id: string): boolean => id.startsWith('urn:')

/** Minimum score of a match in the name of a command; lower scores match only the other words. */
const strong = 3
/** Minimum score of a name that begins with the text. */
const beginning = 4
const exact = 5

/** Search and commands: the entries for the typed text, and the action of each. */
export function usePalette() {
  const router = useRouter()
  const types = useTypes()
  const places = usePlaces()
  const text = ref('')
  const all = useCommands()
  const { recents, note } = useRecents()
  const search = useSearch(text)

  const record = (id: string, label: string): Command | undefined => {
    const slug = slugOf(id)
    const to = places.resource(slug, id)
    const type = types.get(slug)
    return to === undefined || type === undefined ? undefined : { id, label, type, to }
  }
  /** Found records by type. While a new search runs, earlier results stay if their names match. */
  const found = computed(() =>
    search.found.value.flatMap(({ type_slug: slug, resources, has_more: hasMore }): CommandGroup[] => {
      const type = types.get(slug)
      const list = places.list(slug)
      if (type === undefined) return []
      const isOld = search.isSearching.value
      const records = resources.flatMap(({ id, label, excerpt }) => {
        const command = record(id, labelOf(id, { [id]: { label, status: 'active' } }, type))
        return command === undefined
          ? []
          : { ...command, marks: queryWords(search.foundFor.value), ...(excerpt !== undefined && { excerpt }) }
      })
      const commands = isOld ? matchingCommands(records, text.value) : records
      if (commands.length === 0) return []
      const more: Command[] =
        hasMore && !isOld && list !== undefined
          ? [
              {
                id: `all ${slug}`,
                label: t('palette.all', { types: typePlural(type) }),
                icon: List,
                to: router.resolve(list).path + queryText({ q: search.words.value }),
              },
            ]
          : []
      return [{ name: `found ${slug}`, label: typePlural(type), commands: [...commands, ...more] }]
    }),
  )
  const recentCommands = computed(() => {
    const known = new Map(all.value.flatMap(({ commands }) => commands.map(command => [command.id, command] as const)))
    const commandOfRecent = ({ id, label }: Recent): Command | undefined => {
      const type = types.get(slugOf(id))
      if (!isUrn(id)) return known.get(id)
      const command = record(id, label)
      return command && type && { ...command, note: typeName(type) }
    }
    return recents.value.flatMap(recent => {
      const command = commandOfRecent(recent)
      if (command === undefined) return []
      return command.id.startsWith('list ') ? { ...command, note: t('palette.list') } : command
    })
  })

  /** Matching groups, best first; without words the recently chosen commands come first. */
  const groups = computed((): CommandGroup[] => {
    const typed = text.value.trim()
    return withoutRepeats(typed === '' ? initialGroups() : matchingGroups(typed))
  })

  const recentGroup = (commands: readonly Command[]): CommandGroup => ({
    name: 'recent',
    label: t('palette.recent'),
    commands,
  })

  const initialGroups = (): CommandGroup[] => [
    recentGroup(recentCommands.value),
    ...all.value.map(group => ({ ...group, commands: group.commands.slice(0, maxShownInitially(group.name)) })),
  ]

  const fits = (command: Command, from: number): boolean => score(command, text.value) >= from

  /**
   * Groups that match the text: commands with exactly this name, then names that begin with it: recently chosen ones, commands, and records. Other
   * matches follow in the same order.
   */
  function matchingGroups(typed: string): CommandGroup[] {
    const bestMatches = (commands: readonly Command[], from: number): Command[] =>
      matchingCommands(commands, typed)
        .filter(command => fits(command, from))
        .slice(0, maxPerGroup)
    const named = all.value.map(group => ({ ...group, commands: bestMatches(group.commands, strong) }))
    const isExact = ({ commands }: CommandGroup): boolean => commands.some(command => fits(command, exact))
    const begins = ({ commands }: CommandGroup): boolean => commands.some(command => fits(command, beginning))
    const recentMatches = bestMatches(recentCommands.value, beginning)
    const hasRecent = recentMatches.length > 0
    return [
      ...named.filter(isExact),
      recentGroup(recentMatches),
      ...named.filter(group => begins(group) && !isExact(group)),
      ...found.value.filter(begins),
      recentGroup(hasRecent ? [] : bestMatches(recentCommands.value, strong)),
      ...named.filter(group => !begins(group)),
      ...found.value.filter(group => !begins(group)),
      {
        name: 'others',
        label: t('palette.others'),
        commands: bestMatches(
          all.value.flatMap(({ commands }) => commands),
          1,
        ),
      },
    ]
  }

  /** Keep only the first entry for each target: a screen can contribute what is a command anyway. */
  function withoutRepeats(of: readonly CommandGroup[]): CommandGroup[] {
    const known = new Set<string>()
    const isNew = ({ label, to }: Command): boolean => {
      const place = to === undefined ? label : router.resolve(to).fullPath
      return !known.has(place) && known.add(place).has(place)
    }
    return of
      .map(group => ({ ...group, commands: group.commands.filter(isNew) }))
      .filter(({ commands }) => commands.length > 0)
  }

  async function choose(command: Command): Promise<void> {
    const { id, label, to, run, stays } = command
    if (stays !== true) isPaletteOpen.value = false
    if (id !== 'here' && !id.startsWith('all ')) note({ id, label })
    await run?.()
    if (to !== undefined) await router.push(to)
  }

  return {
    text,
    groups,
    isSearching: search.isSearching,
    /** Whether the first command stays first whatever the service finds. */
    isCertain: computed(() => {
      const [group] = groups.value
      const [first] = group?.commands ?? []
      return first !== undefined && all.value.some(({ name }) => name === group?.name) && fits(first, beginning)
    }),
    isPartial: search.isPartial,
    /** Number of commands in all groups. */
    count: computed(() => groups.value.reduce((sum, { commands }) => sum + commands.length, 0)),
    choose,
  }
}

/** A recently chosen command; resources with their names, which are not requested again. */
interface Recent {
  id: string
  label: string
}

const maxRecents = 6

/** What the user chose recently in the palette, latest first; stored in this browser. */
function useRecents(): { recents: ComputedRef<readonly Recent[]>; note(recent: Recent): void } {
  const me = useMe()
  const kept = useLocalPreference<Recent[]>(`palette.${me.me?.id ?? ''}`, [])
  return {
    recents: computed(() => kept.value.filter(one => typeof one?.id === 'string' && typeof one.label === 'string')),
    note: ({ id, label }) => {
      kept.value = [{ id, label }, ...kept.value.filter(one => one.id !== id)].slice(0, maxRecents)
    },
  }
}
