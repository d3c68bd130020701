/** The section of the navigation that contains a screen: `content` beside the types, the others in the settings. */
export type ScreenSection = 'content' | 'model' | 'people' | 'access' | 'system'

/** A column of a generic list in the admin. */
export interface ScreenColumn {
  /** Name of the property in the items of the list; dots lead into objects. */
  name: string
  title: string
  /** How values are displayed; text when absent. */
  kind?: 'text' | 'number' | 'boolean' | 'date-time' | 'code' | 'list'
}

interface ScreenPlace {
  /** Unique among all screens; lower-case kebab. */
  name: string
  /** Address in the admin, such as `/events`. */
  path: string
  /** The displayed title, in English, as a noun: `Events`. */
  title: string
  /** Name of a Lucide icon. */
  icon: string
  section: ScreenSection
  /** Who can see it. Default: every signed-in user. The API protects the data independently of this. */
  access?: 'signed-in' | 'administrator'
}

/** A screen that shows a list of the API (in the list envelope). */
export interface ListScreen extends ScreenPlace {
  list: {
    /** Address of the list under `/api`. */
    url: string
    columns: readonly ScreenColumn[]
  }
}

/** A screen made of a component: a page of the admin by its name, or a Vue file in the plugin's folder `screens`. */
export interface ComponentScreen extends ScreenPlace {
  component: string
}

/** A screen that a plugin adds to the admin, as data. It disappears when the plugin is switched off. */
export type Screen = ListScreen | ComponentScreen

declare module '../../kernel/index.ts' {
  interface Contributions {
    /** Screens of the admin. */
    screens?: readonly Screen[]
  }
}
