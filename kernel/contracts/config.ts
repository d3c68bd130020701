import type { Json } from '../../lib/json/types.ts'
import type { StoreLocation } from '../../lib/store-kit/store-adapter.ts'

export type Mode = 'development' | 'production'

/** How people sign in: OpenID Connect. */
export interface SignIn {
  /** `IDP_ISSUER`: where the provider is found by OpenID discovery. */
  issuer: string
  /** `IDP_CLIENT_ID` */
  clientId: string
  /** `IDP_CLIENT_SECRET` */
  clientSecret: string
  /** `FRONTEND_URL`: where people reach the service; its origin is the only one that counts as own. No slash at the end. */
  frontendUrl: string
  /** `SESSION_SECRET`, then those before it that are still accepted; each of 32 characters or more. */
  secrets: readonly string[]
  /** `ADMIN_EMAIL`: the address that administers the instance from its first sign-in on, in lower case. */
  administratorEmail?: string
}

/** How mail is sent. */
export interface Mail {
  /** `SMTP_URL`: the server, `smtp://` or `smtps://`, with user name and password where it asks for them. */
  url: string
  /** `MAIL_FROM`: the address of the sender. */
  from: string
}

/** How much a caller may ask for. */
export interface RateLimit {
  /** Requests in a window for each session, API token or, of those who are not signed in, address. */
  requests: number
  /** Requests in a window for each address and route by which people sign in. */
  signIns: number
  /** Length of the window, ms. */
  window: number
}

/** The whole configuration: `config/default.json`, then the file of `PLINTH_CONFIG`, then the environment. */
export interface Config {
  mode: Mode
  /** Development mode that nobody spelled out: there are no settings of an identity provider. A service then refuses a store that people signed in to. */
  modeIsDefault?: boolean
  /** Path of the OpenAPI document that a part of the service is built from (`OPENAPI_DOCUMENT`). */
  openapiDocument?: string
  http: {
    /** Port to listen on (`PORT`); 0 takes a free one. */
    port: number
    /** Address to bind to (`HOST`). */
    host: string
    /** Largest request body, bytes. */
    bodyLimit: number
    /** Bytes of request bodies that the process holds at once while they arrive; beyond it 503. */
    maxBodyBytesInFlight: number
    /** Least rate at which a body must arrive after its first seconds, bytes; 0 for any. */
    minBodyBytesPerSecond: number
    /** Largest page of a list, bytes of UTF-8: it ends early before it exceeds this. */
    maxPageBytes: number
    /** Bytes of answers that the process keeps for clients that do not read them; beyond it the connections that hold most are closed. */
    maxUnsentAnswerBytes: number
    /** Time that a handler may take before the answer is 503, ms. */
    handlerTimeout: number
    /** Time for a whole request to arrive, ms. */
    requestTimeout: number
    /** Time for the headers of a request to arrive, ms. */
    headersTimeout: number
    /** Time that open requests get to finish on close, ms. */
    closeTimeout: number
    /** How much a caller may ask for, in production mode; false for any amount. */
    rateLimit: RateLimit | false
    /**
     * Whose `X-Forwarded-For` says where a request comes from: addresses and networks (CIDR) of proxies. When absent nobody's: the address
     * of the connection counts. How many proxies there are would not do: who reaches the service past them could pretend anything.
     */
    trustProxy?: readonly string[]
    /** Pages of other origins that may use the API (CORS), with an API token; when absent none. */
    cors?: {
      /** As browsers send them in `Origin`: `https://app.example.org`. */
      origins: readonly string[]
    }
  }
  /** Sign-in with an identity provider; there in production mode, and never in development mode. */
  signIn?: SignIn
  /** When absent no mail is sent. */
  mail?: Mail
  store: StoreLocation
  log: { level: string }
  /** Plugin key → `false`, `true` or its options. */
  plugins: Record<string, boolean | Record<string, Json>>
  /** Folder that `./` plugin keys are relative to. */
  directory: string
}
