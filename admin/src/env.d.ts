import 'vue-router'

declare module 'vue-router' {
  interface RouteMeta {
    /** Areas of texts that the page needs beside those of the frame: files of `i18n/messages/<language>/`. */
    messages?: readonly string[]
    /** Whether nobody need be signed in. */
    isPublic?: boolean
    /** Whether it is for administrators alone. */
    isForAdministrators?: boolean
    /** Whether the frame stands around it; so by default. */
    isBare?: boolean
  }
}
