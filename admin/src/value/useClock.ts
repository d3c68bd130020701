import { createGlobalState, useTimestamp } from '@vueuse/core'

/** The time, in ms, as often as what is told relative to it may change; one clock for everybody. */
export const useClock = createGlobalState(() => useTimestamp({ interval: 20_000 }))
