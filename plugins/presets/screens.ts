import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const presetScreens: readonly Screen[] = [
  { name: 'presets', path: '/presets', title: 'Presets', icon: 'package', section: 'model', component: 'PresetsPage' },
]
