import type { RouteLocationNormalized } from 'vue-router'

declare module 'vue-router' {
  interface RouteMeta {
    /** Areas of messages that the page needs in addition to those of the frame: names of files in `messages/<language>/`. */
    messages?: readonly string[]
    /** Whether the page is for administrators only. */
    isForAdministrators?: boolean
    /** The route from which the page was entered; set by pages that need it. */
    cameFrom?: RouteLocationNormalized
    /** Whether the page is shown without the frame. */
    isBare?: boolean
  }
}
