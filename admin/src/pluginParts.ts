import { computed, defineAsyncComponent } from 'vue'
import type { Component, ComputedRef } from 'vue'
import { loadMessages } from './i18n/index.ts'
import { useScreens } from './stores/screens.ts'

/** The module of a component. It can name further areas of messages that it needs: `export const messages = ['form']`. */
interface ComponentModule {
  default: Component
  messages?: readonly string[]
}

/** The components directly in the folders `screens` of plugins: screens and parts, loaded when they are shown. */
const files = import.meta.glob<ComponentModule>('../../plugins/*/screens/*.vue')

/** How to load a component of a plugin, with its messages; undefined when the admin was built without it. */
export function componentOf(plugin: string, name: string): (() => Promise<Component>) | undefined {
  const load = files[`../../plugins/${plugin}/screens/${name.endsWith('.vue') ? name : `${name}.vue`}`]
  return (
    load &&
    (async () => {
      const { default: component, messages = [] } = await load()
      await loadMessages(messages)
      return component
    })
  )
}

/** A component that an enabled plugin offers to other screens. */
interface Part {
  plugin: string
  component: Component
}

const made = new Map<string, Component>()

/** The parts of a name: `<name>.vue` in the folder `screens` of each enabled plugin that contributes a screen. Rendered by `PluginPart`. */
export function usePluginParts(name: string): ComputedRef<readonly Part[]> {
  const screens = useScreens()
  return computed(() =>
    [...new Set(screens.all.map(({ plugin }) => plugin))].flatMap(plugin => {
      const load = componentOf(plugin, name)
      if (load === undefined) return []
      const key = `${plugin}/${name}`
      const component = made.get(key) ?? defineAsyncComponent(load)
      made.set(key, component)
      return [{ plugin, component }]
    }),
  )
}
