import {
  House,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  Rows3,
  Rows4,
  Sun,
  UserRoundCog,
  Zap,
} from '@lucide/vue'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useSections } from '../shell/sidebar/useSections.ts'
import { language, languages, setLanguage, t } from '../../i18n/index.ts'
import { typeName, typePlural } from '../../schema/index.ts'
import { useMe } from '../../stores/me.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSidebar } from '../../stores/sidebar.ts'
import { useTypes } from '../../stores/types.ts'
import { nameInSentence } from '../../composables/feedback/words.ts'
import { isHelpOpen, isSwitchOpen } from '../shell/useFrame.ts'
import { actionsHere } from '../../composables/page/usePage.ts'
import { usePlaces } from '../../composables/page/usePlaces.ts'
import type { Command, CommandGroup } from './command.ts'

/** All commands of the admin except resources: open a page, create something, change the appearance, sign out. */
export function useCommands(): ComputedRef<readonly CommandGroup[]> {
  const me = useMe()
  const types = useTypes()
  const sidebar = useSidebar()
  const places = usePlaces()
  const preferences = usePreferences()
  const sections = useSections()

  const here = computed(() =>
    actionsHere().map(({ label, icon = Zap, to, run, keys }, at): Command => ({
      id: at === 0 ? 'here' : `here ${label}`,
      label,
      icon,
      ...(to && { to }),
      ...(run && { run }),
      ...(keys && { keys }),
    })),
  )
  /** In the order of the sidebar, then the hidden types. */
  const ordered = computed(() => {
    const shown = sidebar.groups.flatMap(group => group.types)
    return [...new Set([...shown, ...types.listed])]
  })
  const lists = computed(() =>
    ordered.value.flatMap((type): Command[] => {
      const to = places.list(type.slug)
      return to === undefined || !me.can('odrl:read', type.slug)
        ? []
        : [
            {
              id: `list ${type.slug}`,
              label: typePlural(type),
              words: `${typeName(type)} ${type.slug} ${t('palette.list')}`,
              type,
              to,
            },
          ]
    }),
  )
  const screens = computed((): Command[] => {
    const home = places.home()
    const all = sections.value.flatMap(({ label: note, links }) =>
      links.map(({ label, icon, to }) => ({ id: `screen ${JSON.stringify(to)}`, label, note, icon, to })),
    )
    return home === undefined ? all : [{ id: 'home', label: t('frame.home'), icon: House, to: home }, ...all]
  })
  const newTypes = computed((): Command[] =>
    (['type-create', 'type-from-file'] as const).flatMap(id => {
      const to = me.isAdministrator ? places.named(id) : undefined
      const label = t(id === 'type-create' ? 'palette.newType' : 'palette.typeFromFile')
      return to === undefined ? [] : [{ id, label, words: t('palette.createWords'), icon: Plus, to }]
    }),
  )
  const creations = computed(() => [
    ...ordered.value.flatMap((type): Command[] => {
      const to = places.create(type.slug)
      if (to === undefined || !me.can('odrl:modify', type.slug)) return []
      const label = t('common.createType', { type: nameInSentence(type) })
      return [{ id: `create ${type.slug}`, label, words: `${type.slug} ${t('palette.createWords')}`, icon: Plus, to }]
    }),
    ...newTypes.value,
  ])
  const appearance = computed((): Command[] => [
    ...[
      ['light', Sun, 'themeLight'] as const,
      ['dark', Moon, 'themeDark'] as const,
      ['system', Monitor, 'themeSystem'] as const,
    ].map(([theme, icon, key]) => ({
      id: `theme ${theme}`,
      label: `${t('frame.theme')}: ${t(`frame.${key}`)}`,
      words: t('palette.themeWords'),
      icon,
      stays: true,
      run: () => (preferences.theme = theme),
    })),
    ...[['comfortable', Rows3] as const, ['compact', Rows4] as const].map(([density, icon]) => ({
      id: `density ${density}`,
      label: `${t('frame.density')}: ${t(`frame.${density}`)}`,
      words: t('palette.densityWords'),
      icon,
      stays: true,
      run: () => (preferences.density = density),
    })),
    ...languages
      .filter(({ tag }) => tag !== language.value)
      .map(({ tag, name }) => ({
        id: `language ${tag}`,
        label: `${t('frame.language')}: ${name}`,
        words: 'language Sprache',
        icon: Languages,
        stays: true,
        run: () => setLanguage(tag),
      })),
    {
      id: 'fold',
      label: preferences.sidebarFolded ? t('frame.unfold') : t('frame.fold'),
      icon: PanelLeft,
      keys: 'mod+b',
      run: () => (preferences.sidebarFolded = !preferences.sidebarFolded),
    },
    { id: 'help', label: t('frame.shortcuts'), icon: Keyboard, keys: '?', run: () => (isHelpOpen.value = true) },
    me.isDevelopment
      ? { id: 'switch', label: t('frame.switchUser'), icon: UserRoundCog, run: () => (isSwitchOpen.value = true) }
      : { id: 'sign-out', label: t('frame.signOut'), icon: LogOut, run: me.leave },
  ])

  return computed(() => [
    { name: 'here', label: t('palette.here'), commands: here.value },
    { name: 'lists', label: t('palette.lists'), commands: lists.value },
    { name: 'screens', label: t('palette.screens'), commands: screens.value },
    { name: 'create', label: t('palette.creations'), commands: creations.value },
    { name: 'appearance', label: t('palette.looks'), commands: appearance.value },
  ])
}
