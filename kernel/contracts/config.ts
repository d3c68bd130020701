import type { Json } from './json.ts'

export type Mode = 'development' | 'production'

/** The whole configuration: `config/default.json`, then the file of `PLINTH_CONFIG`, then the environment. */
export interface Config {
  mode: Mode
  http: {
    /** Port to listen on (`PORT`); 0 takes a free one. */
    port: number
    /** Address to bind to (`HOST`). */
    host: string
    /** Largest request body, bytes. */
    bodyLimit: number
    /** Time for a whole request to arrive, ms. */
    requestTimeout: number
    /** Time for the headers of a request to arrive, ms. */
    headersTimeout: number
    /** Time that open requests get to finish on close, ms. */
    closeTimeout: number
  }
  store: { kind: 'sqlite'; path: string } | { kind: 'mongodb'; url: string }
  log: { level: string }
  /** Plugin key → `false`, `true` or its options. */
  plugins: Record<string, boolean | Record<string, Json>>
  /** Folder that `./` plugin keys are relative to. */
  directory: string
}
