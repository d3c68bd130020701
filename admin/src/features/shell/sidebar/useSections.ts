import { Puzzle } from '@lucide/vue'
import { computed } from 'vue'
import type { Component, ComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import type { RouteLocationRaw } from 'vue-router'
import type { ContributedScreen } from '../../../api/index.ts'
import { hasText, t } from '../../../i18n/index.ts'
import { useScreens } from '../../../stores/screens.ts'
import { icons } from '../../../ui/basics/icons.ts'

/** A link to a screen of the admin. */
interface SectionLink {
  label: string
  icon: Component
  to: RouteLocationRaw
}

/** A group of links. */
interface Section {
  name: string
  label: string
  links: SectionLink[]
  /** Whether the current page belongs to it. */
  isCurrent: boolean
}

const names = ['content', 'model', 'people', 'access', 'system'] as const

/** The screens of the admin that the user can open, contributed by plugins, by section. */
export function useSections(): ComputedRef<Section[]> {
  const screens = useScreens()
  const route = useRoute()

  const linkTo = ({ name, icon, title }: ContributedScreen): SectionLink => {
    const key = `frame.screen_${name.replaceAll('-', '_')}`
    return { to: { name }, icon: icons.named(icon) ?? Puzzle, label: hasText(key) ? t(key) : title }
  }
  return computed(() =>
    names.flatMap(name => {
      const there = screens.inSection(name)
      if (there.length === 0) return []
      const isCurrent = there.some(({ path }) => route.path === path || route.path.startsWith(`${path}/`))
      return [{ name, label: t(`frame.${name}`), links: there.map(linkTo), isCurrent }]
    }),
  )
}
