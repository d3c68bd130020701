import type { Component } from 'vue'
import { icons, schemas, t, texts, typePlural } from '../../../admin/src/index.ts'
import type { ResourceType } from '../../../admin/src/index.ts'
import type { Preset } from './usePresets.ts'

/** Texts for the presets of the service are in the messages of the admin, in every language. Presets of plugins use their own texts. */
const textOr = (key: string, otherwise: string): string => (texts.hasText(key) ? t(key) : otherwise)

/** The title of a preset: “Shop”. */
export const presetTitle = ({ name }: Pick<Preset, 'name'>): string =>
  textOr(`presets.title_${name}`, schemas.titleOf(name))

/** The purpose of a preset, in one sentence. */
export const presetAbout = ({ name, description }: Preset): string => textOr(`presets.about_${name}`, description)

/** The plural name of a type, also of one that is not installed yet. */
export const typesTitle = (slug: string, type: ResourceType | undefined): string =>
  type === undefined ? textOr(`presets.types_${slug}`, schemas.titleOf(slug)) : typePlural(type)

const iconNames: Readonly<Record<string, string>> = {
  core: 'users',
  ecommerce: 'store',
  events: 'calendar',
  knowledge: 'library',
  'meal-planning': 'utensils',
  tasks: 'square-check',
  website: 'globe',
}

/** The icon of a preset. */
export const presetIcon = ({ name }: Pick<Preset, 'name'>): Component | undefined =>
  icons.named(Object.hasOwn(iconNames, name) ? iconNames[name] : 'boxes')
