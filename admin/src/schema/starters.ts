/** Types to begin with; the plugin `types` knows what is in them. */
export const starterNames = ['note', 'contact', 'product'] as const

export type StarterName = (typeof starterNames)[number]
