/** What the tests use of oidc-provider, which has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Grant {
    accountId: string
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Context {
    oidc: { session?: { accountId?: string }; client?: { clientId: string } }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (properties: { accountId: string | undefined; clientId: string | undefined }) => Grant
    callback(): RequestListener
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string; error_description?: string },
    ): Promise<void>
  }

  export type { Context }
}
