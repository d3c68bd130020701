import 'vue-router'

declare module 'vue-router' {
  interface RouteMeta {
    /** Message files that the page needs in addition to those of the frame: names in `i18n/messages/<language>/`. */
    messages?: readonly string[]
    /** Whether the page works without signing in. */
    isPublic?: boolean
    /** Whether the page is for administrators only. */
    isForAdministrators?: boolean
    /** Whether the page is shown without the frame. */
    isBare?: boolean
  }
}
