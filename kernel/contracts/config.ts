import type { Json } from '../../lib/json/types.ts'

export type Mode = 'development' | 'production'

/** How people sign in: OpenID Connect. */
export interface SignIn {
  /** `IDP_ISSUER`: the issuer, at which OpenID discovery finds the provider. */
  issuer: string
  /** `IDP_CLIENT_ID` */
  clientId: string
  /** `IDP_CLIENT_SECRET` */
  clientSecret: string
  /** `FRONTEND_URL`: the origin at which users reach the service, which is its own. No path, no trailing slash. */
  frontendUrl: string
  /** `SESSION_SECRET`, then the previous secrets that are still accepted; each has at least 32 characters. */
  secrets: readonly string[]
  /** `ADMIN_EMAIL`: the address whose user administers the instance from the first sign-in on, in lower case. */
  administratorEmail?: string
}

/** How mail is sent. */
export interface Mail {
  /** `SMTP_URL`: the server, `smtp://` or `smtps://`, with user name and password if it requires them. */
  url: string
  /** `MAIL_FROM`: the address of the sender. */
  from: string
}

/** Limits of how many requests a caller can send. */
export interface RateLimit {
  /** Requests in a window for each session, API token or, without sign-in, address. */
  requests: number
  /** Requests in a window for each address and sign-in route. */
  signIns: number
  /** Length of the window, ms. */
  window: number
}

/** The header `Strict-Transport-Security` (RFC 6797). */
export interface StrictTransportSecurity {
  /** How long browsers use https only, seconds; 0 makes them forget it. */
  maxAgeSeconds: number
  /** Whether that applies to all subdomains too. */
  includeSubDomains: boolean
  /** Whether the operator agrees that browsers ship the host name in their preload lists. */
  preload: boolean
}

/** The store of the service: the plugin that provides it, and the options of that plugin. */
export type StoreSettings = Readonly<Record<string, Json>> & {
  /** The key of the plugin: `sqlite`, `mongodb`, an npm package or a `./` path. */
  kind: string
  /** Of a store in a file: its path (`SQLITE_PATH`). */
  path?: string
  /** Of a store on a server: its connection string (`MONGODB_URL`). */
  url?: string
}

/** Where the bytes of files are stored. */
export interface FilesSettings {
  /** `FILES_URL`: a folder (`file:///srv/files`), or a bucket and what all keys begin with (`s3://bucket/prefix`). */
  url: string
  /** Of a bucket: `FILES_S3_ENDPOINT`, `FILES_S3_REGION`, `FILES_S3_KEY` and `FILES_S3_SECRET`. */
  s3?: { endpoint: string; region: string; key: string; secret: string }
}

/** The whole configuration: `config/default.json`, then the file of `PLINTH_CONFIG`, then the environment. */
export interface Config {
  mode: Mode
  /** Development mode as the default, because no identity provider is configured. A service then refuses a store that users have signed in to. */
  modeIsDefault?: boolean
  /** Path of the OpenAPI document from which a part of the service is built (`OPENAPI_DOCUMENT`). */
  openapiDocument?: string
  http: {
    /** Port to listen on (`PORT`); 0 takes a free one. */
    port: number
    /** Address to bind to (`HOST`). */
    host: string
    /** Largest request body, bytes. */
    bodyLimit: number
    /** Bytes of request bodies that are in memory at once while they arrive; more are refused with 503. */
    maxBodyBytesInFlight: number
    /** How many members an object in a body can have, at any depth. */
    maxObjectMembers: number
    /** How many different values a filter by `in` or `nin` can have. */
    maxFilterValues: number
    /** Largest page of a list, bytes of UTF-8: a page ends early before it exceeds this. */
    maxPageBytes: number
    /** Time limit of a handler, after which the answer is 503, ms. */
    handlerTimeout: number
    /** Time for a whole request to arrive, ms. */
    requestTimeout: number
    /** Time for the headers of a request to arrive, ms. */
    headersTimeout: number
    /** Time that open requests get to finish on close, ms. */
    closeTimeout: number
    /** Time between a signal to stop and the end of new connections, in which readiness is 503 and everything is served, ms. */
    drainDelayMs: number
    /**
     * The form of errors for clients that request plain JSON: `message`, `{message}` alone; `problem`, the fields of a problem (RFC 9457) and `message`.
     */
    errors: 'message' | 'problem'
    /** Whether answers are compressed for clients that accept it. */
    compression: boolean
    /** The header `Strict-Transport-Security` of answers in production mode; false for none. */
    hsts: StrictTransportSecurity | false
    /** Limits of how many requests a caller can send, in production mode; false for no limit. */
    rateLimit: RateLimit | false
    /**
     * Addresses and networks (CIDR) of the proxies whose `X-Forwarded-For` is trusted. When absent, no proxy is trusted and the address of the
     * connection counts. A number of proxies would not be safe: a client that bypasses them could claim any address.
     */
    trustProxy?: readonly string[]
    /** Other origins whose pages can use the API (CORS), with an API token; none when absent. */
    cors?: {
      /** Exactly as browsers send them in `Origin`: `https://app.example.org`. */
      origins: readonly string[]
    }
  }
  /** Sign-in with an identity provider; set in production mode, never in development mode. */
  signIn?: SignIn
  /** When absent no mail is sent. */
  mail?: Mail
  store: StoreSettings
  /** Where the bytes of files are stored. Default: the folder `files` beside the store that is a file. */
  files?: FilesSettings
  /** Settings that do nothing any more, with what replaces each. Logged when the service starts. */
  notices?: readonly string[]
  log: {
    /** Least severe level that is logged, until the log level is changed at run time. */
    level: string
    /** Whether a line is logged for each request. Default: false. */
    access?: boolean
    /** Requests that take longer are logged as slow, ms. When absent none are. */
    slowMs?: number
  }
  /** Plugin key → `false`, `true` or its options. */
  plugins: Record<string, boolean | Record<string, Json>>
  /** Folder that `./` plugin keys are resolved against. */
  directory: string
}
