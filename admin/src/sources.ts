import type { Page } from './api/transport/page.ts'
import type { ShownPicture } from './value/picture.ts'

/** A user who can sign in. */
export interface ListedUser {
  /** URN. */
  id: string
  name: string
  email: string
  role: string
  status: string
}

/** A recorded event (CloudEvents). */
export interface RecordedEvent {
  id: string
  type: string
  subject: string
  time: string
  data: {
    actor: string
    impersonator?: string | undefined
    type_slug?: string | undefined
    /** Version of the resource after the event. */
    sequence_no?: number | undefined
  }
}

/** The filters of a list of events. */
interface EventFilter {
  type?: string
  subject?: string
  /** RFC 3339. */
  since?: string
  until?: string
}

/** An event of the stream (CloudEvents). */
export interface ServiceEvent {
  id: string
  type: string
  subject: string
  time: string
  actor: string
  type_slug: string | undefined
  /** Version of the resource after the event. */
  sequence_no?: number | undefined
}

/** A stored file. */
export interface ShownFile {
  /** URN. */
  id: string
  name: string
  /** What a picture shows, for people who do not see it; empty if nobody said. */
  alternative: string
  /** `image/png`. */
  mediaType: string
  /** Undefined for a file that is no picture. */
  picture: ShownPicture | undefined
}

/** What the admin, and screens of one plugin, read from another plugin. */
export interface Sources {
  /** Users who can sign in. */
  users: {
    /** List every user. For administrators. @throws ApiError */
    list(): Promise<ListedUser[]>
    /** Look up the names of up to 100 users by URN. Users of other accounts are not in the result. @throws ApiError */
    names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
    /** Find a user of the caller's own account by email address; undefined when no user has it. @throws ApiError */
    find(email: string): Promise<Pick<ListedUser, 'id' | 'name'> | undefined>
  }
  /** Recorded events. For administrators. */
  events: {
    /** List events, newest first. @throws ApiError */
    list(filter?: EventFilter, cursor?: string, limit?: number): Promise<Page<RecordedEvent>>
    /**
     * Follow the events of the service.
     * @param onStop called when the service refuses the stream permanently
     * @returns a function that stops following
     */
    follow(onEvent: (event: ServiceEvent) => void, onStop: () => void): () => void
  }
  /** The OpenAPI document from which a part of the service is generated. */
  apiDocument: {
    /** Read its file name and the slugs of its types; null when there is none. For administrators. @throws ApiError */
    read(): Promise<{ file: string; type_slugs: readonly string[] } | null>
  }
  /** The public site. */
  site: {
    /** The address of a path on the site, with or without its prefix, as texts write it; those of the API stay unchanged. */
    hrefOf(path: string): string
    /** List the types that can be viewed on the site, and where the addresses of their resources begin; none when the plugin is off. @throws ApiError */
    shownTypes(): Promise<{ type_slug: string; path?: string | undefined }[]>
    /** The path of a resource on the site; undefined when it has no page. @throws ApiError */
    pathOf(slug: string, id: string): Promise<string | undefined>
  }
  /** Pictures and other files. */
  files: {
    /** Whether the service has files. */
    isOn(): boolean
    /** Whether a type is that of files, whose resources are created by uploads; false while the plugin is off. */
    isFileType(slug: string): boolean
    /** Whether a text is the URN of a file, or the address of its bytes. */
    isFile(text: string): boolean
    /** Find a file by one of these. Reactive: what is not known is requested, and undefined until then, as is what the user cannot read. */
    find(text: string): ShownFile | undefined
    /** Whether the user is allowed to upload. */
    mayUpload(): boolean
    /**
     * Upload files; without them the browser asks which. The tray shows their progress on every page, and why one was refused.
     * @param accepted media types, `image/*`
     * @returns the files that are stored now, in the given order
     */
    upload(files?: readonly File[], accepted?: readonly string[]): Promise<ShownFile[]>
    /** Let the user choose files in a dialog: of the library, or from this computer. */
    choose(options: { accepted?: readonly string[] | undefined; several?: boolean }): Promise<ShownFile[]>
  }
  /** The rights of roles. */
  roles: {
    /** List the names of all roles. For administrators. @throws ApiError */
    list(): Promise<string[]>
    /** Find out which types a role can read. For administrators. @returns whether a type is readable, by slug. @throws ApiError */
    readableBy(role: string): Promise<(slug: string) => boolean>
  }
}

const added: Partial<Sources> = {}

/** Add the functions of a plugin. Called by `source.ts` in the folder `screens` of the plugin, which is loaded when the admin starts. */
export function addSource<Name extends keyof Sources>(name: Name, source: Sources[Name]): void {
  added[name] = source
}

/** The functions of a plugin. @throws Error when the admin was built without it; when the plugin is off, the service answers 404 */
export function source<Name extends keyof Sources>(name: Name): Sources[Name] {
  const found = added[name]
  if (found === undefined) throw new Error(`no plugin adds the source '${name}'`)
  return found
}
