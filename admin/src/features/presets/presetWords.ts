import type { Component } from 'vue'
import type { Preset, ResourceType } from '../../api/index.ts'
import { hasText, t } from '../../i18n/index.ts'
import { titleOf, typePlural } from '../../schema/index.ts'
import { iconNamed } from '../../ui/basics/icons.ts'

/** The presets of the service have words of the admin's own in every language; those of plugins are named by what they say themselves. */
const ownOr = (key: string, otherwise: string): string => (hasText(key) ? t(key) : otherwise)

/** What a preset is called: “Shop”. */
export const presetTitle = ({ name }: Pick<Preset, 'name'>): string => ownOr(`presets.title_${name}`, titleOf(name))

/** What it is for, in a sentence. */
export const presetAbout = ({ name, description }: Preset): string => ownOr(`presets.about_${name}`, description)

/** What several resources of a type are called, whether it is installed or not yet. */
export const typesTitle = (slug: string, type: ResourceType | undefined): string =>
  type === undefined ? ownOr(`presets.types_${slug}`, titleOf(slug)) : typePlural(type)

const icons: Readonly<Record<string, string>> = {
  core: 'users',
  ecommerce: 'store',
  events: 'calendar',
  knowledge: 'library',
  'meal-planning': 'utensils',
  tasks: 'square-check',
  website: 'globe',
}

/** The sign of a preset. */
export const presetIcon = ({ name }: Pick<Preset, 'name'>): Component | undefined =>
  iconNamed(Object.hasOwn(icons, name) ? icons[name] : 'boxes')
