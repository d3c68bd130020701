import { shallowRef } from 'vue'
import type { Component } from 'vue'
import * as bundled from './bundled-icons.ts'

type Icons = Readonly<Record<string, Component>>

/** Names that Lucide does not have, or has for another icon. */
const aliases: Readonly<Record<string, string>> = {
  building: 'building-2',
  chart: 'chart-bar',
  file: 'file-text',
  health: 'heart-pulse',
  help: 'circle-help',
  message: 'message-square',
}

/** All icons of Lucide; undefined until one is requested that is not in the main bundle. */
const all = shallowRef<Icons>()
let isRequested = false

async function loadAll(): Promise<void> {
  isRequested = true
  try {
    all.value = (await import('./every-icon.ts')).icons
  } catch {
    isRequested = false // loaded again with the next request
  }
}

/** The name that Lucide exports: `heart-pulse` is HeartPulse. */
const exported = (name: string): string =>
  name
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function iconNamed(name: unknown): Component | undefined {
  if (typeof name !== 'string' || name === '') return undefined
  const key = exported(Object.hasOwn(aliases, name) ? String(aliases[name]) : name)
  const icon = ownIn(bundled, key)
  if (icon === undefined && !isRequested) void loadAll()
  return icon ?? ownIn(all.value ?? {}, key)
}

const ownIn = (icons: Icons, key: string): Component | undefined => (Object.hasOwn(icons, key) ? icons[key] : undefined)

/** The icons that data can name. Components that read them while rendering update when more are loaded. */
export const icons = {
  /** The icon with this name; undefined when there is none or while it is loading. */
  named: iconNamed,
  /** Names of all icons to choose from: those of the main bundle, then, when they are loaded, all others. */
  names: (): string[] => {
    if (!isRequested) void loadAll()
    const keys = [...Object.keys(bundled), ...Object.keys(all.value ?? {})]
    const names = [...new Set(keys.map(key => key.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()))]
    const firstNames = new Map(names.toReversed().map(name => [iconNamed(name), name])) // some icons have several names
    return names.filter(name => firstNames.get(iconNamed(name)) === name && iconNamed(name) !== undefined)
  },
}
