import {
  Activity,
  Boxes,
  Building2,
  Contact,
  KeyRound,
  MonitorSmartphone,
  PackagePlus,
  PanelLeft,
  Plug,
  ShieldCheck,
  SlidersHorizontal,
  Users,
} from '@lucide/vue'
import { computed } from 'vue'
import type { Component, ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { RouteLocationRaw } from 'vue-router'
import type { ContributedScreen } from '../../api/index.ts'
import { usePlaces } from '../../composables/usePlaces.ts'
import { hasText, t } from '../../i18n/index.ts'
import { nameOf } from '../../screens.ts'
import { useMe } from '../../stores/me.ts'
import { useScreens } from '../../stores/screens.ts'
import { iconNamed } from '../ui/icons.ts'

/** A place of the admin itself. */
export interface SectionLink {
  label: string
  icon: Component
  to: RouteLocationRaw
}

/** Places that belong together. */
export interface Section {
  name: string
  label: string
  links: SectionLink[]
  /** Whether we are in it. */
  isCurrent: boolean
}

/** Name of the route, which is that of its text too, and icon; those for administrators alone are marked. */
const own = {
  model: [
    { name: 'types', icon: Boxes },
    { name: 'presets', icon: PackagePlus },
  ],
  people: [
    { name: 'persons', icon: Contact },
    { name: 'organizations', icon: Building2 },
    { name: 'users', icon: Users, isForAdministrators: true },
  ],
  access: [
    { name: 'role-access', icon: ShieldCheck, isForAdministrators: true },
    { name: 'sidebar', icon: PanelLeft, isForAdministrators: true },
    { name: 'tokens', icon: KeyRound },
    { name: 'sessions', icon: MonitorSmartphone },
  ],
  system: [{ name: 'events', icon: Activity, isForAdministrators: true }],
} as const satisfies Record<string, readonly { name: string; icon: Component; isForAdministrators?: boolean }[]>

const names = ['content', 'model', 'people', 'access', 'system'] as const

/** The places of the admin that there are for this person, with those that plugins bring. */
export function useSections(): ComputedRef<Section[]> {
  const me = useMe()
  const screens = useScreens()
  const router = useRouter()
  const route = useRoute()
  const places = usePlaces()

  const ownLinks = (section: (typeof names)[number]): SectionLink[] =>
    (section === 'content' ? [] : own[section]).flatMap(entry => {
      const to = places.named(entry.name)
      const isHidden = 'isForAdministrators' in entry && !me.isAdministrator
      return to === undefined || isHidden ? [] : [{ to, icon: entry.icon, label: t(`frame.${textName(entry.name)}`) }]
    })
  const contributed = (screen: ContributedScreen): SectionLink[] => {
    const name = nameOf(screen)
    if (!router.hasRoute(name)) return []
    const label = hasText(`frame.${screen.name}`) ? t(`frame.${screen.name}`) : screen.title
    return [
      { to: { name }, icon: iconNamed(screen.icon) ?? (screen.section === 'system' ? Plug : SlidersHorizontal), label },
    ]
  }
  return computed(() =>
    names.flatMap(name => {
      const links = [...ownLinks(name), ...screens.inSection(name).flatMap(contributed)]
      if (links.length === 0) return []
      const isCurrent = links.some(({ to }) => route.matched.some(({ path }) => path === router.resolve(to).path))
      return [{ name, label: t(`frame.${name}`), links, isCurrent }]
    }),
  )
}

const textName = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
