import { createGlobalState, useTimestamp } from '@vueuse/core'

/** The current time in ms, updated often enough for relative times; one clock shared by all components. */
export const useClock = createGlobalState(() => useTimestamp({ interval: 20_000 }))
