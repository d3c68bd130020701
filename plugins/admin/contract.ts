/** Where in the navigation of the admin a screen stands. */
export type ScreenSection = 'content' | 'model' | 'people' | 'access' | 'system'

/** A column of a list that the admin draws by itself. */
export interface ScreenColumn {
  /** Name of the property in what the list answers; dots reach into objects. */
  name: string
  title: string
  /** How values are shown; text when absent. */
  kind?: 'text' | 'number' | 'boolean' | 'date-time' | 'code' | 'list'
}

interface ScreenPlace {
  /** Unique among all screens; lower-case kebab. */
  name: string
  /** Address in the admin, such as `/events`. */
  path: string
  /** What people read, in English, as a noun: `Events`. */
  title: string
  /** Name of an icon of Lucide. */
  icon: string
  section: ScreenSection
  /** Who gets to see it. Default: everyone signed in. What it shows is guarded by the API all the same. */
  access?: 'signed-in' | 'administrator'
}

/** A screen that is a list of what one address of the API answers (the list envelope). */
export interface ListScreen extends ScreenPlace {
  list: {
    /** Address of the list under `/api`. */
    url: string
    columns: readonly ScreenColumn[]
  }
}

/** A screen made of a component: a page of the admin by its name, or a Vue file in the plugin's `admin/` folder. */
export interface ComponentScreen extends ScreenPlace {
  component: string
}

/** A screen that a plugin adds to the admin, as data. Goes with the plugin when that is switched off. */
export type Screen = ListScreen | ComponentScreen

declare module '../../kernel/index.ts' {
  interface Contributions {
    /** Screens of the admin. */
    screens?: readonly Screen[]
  }
}
