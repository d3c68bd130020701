/** Names of the starter types; see `starters.ts`. */
export const starterNames = ['note', 'contact', 'product'] as const

export type StarterName = (typeof starterNames)[number]
