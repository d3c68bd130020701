import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from '../../index.ts'

/** Cookies by origin and name, as in a browser. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>()

  header(origin: string): Record<string, string> {
    const cookies = this.of(origin)
    return cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  of(origin: string): Map<string, string> {
    const cookies = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, cookies)
    return cookies
  }

  /** @param lines values of `Set-Cookie` */
  store(origin: string, lines: readonly string[]): void {
    const cookies = this.of(origin)
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0\b/i.test(line) || /;\s*expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  clone(): CookieJar {
    const copy = new CookieJar()
    for (const [origin, cookies] of this.#cookies) for (const [name, value] of cookies) copy.of(origin).set(name, value)
    return copy
  }
}

/** What a walk through redirects arrived at. */
export interface Arrival {
  url: URL
  status: number
  headers: Headers
  body: string
}

/**
 * A browser as far as signing in needs one: cookies and redirects. What belongs to the service goes to it in process, everything else over the
 * network.
 */
export class Browser {
  readonly #app: TestApp
  readonly origin: string
  jar: CookieJar

  constructor(app: TestApp, frontendUrl: string, jar = new CookieJar()) {
    this.#app = app
    this.origin = new URL(frontendUrl).origin
    this.jar = jar
  }

  /** One request to the service, with its cookies. */
  async request(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await this.#app.request(method, url, body, { ...this.jar.header(this.origin), ...headers })
    this.jar.store(this.origin, [answer.headers['set-cookie'] ?? []].flat())
    return answer
  }

  /** Open an address and follow redirects, until `until` is true for the next one. */
  async open(address: string, until: (url: URL) => boolean = () => false): Promise<Arrival> {
    let url = new URL(address, this.origin)
    for (let hops = 0; hops < 20; hops++) {
      const answer = await this.#get(url)
      const location = answer.headers.get('location')
      if (location === null) return answer
      const next = new URL(location, url)
      if (until(next)) return { ...answer, url: next }
      url = next
    }
    throw new Error('redirected too often')
  }

  async #get(url: URL): Promise<Arrival> {
    if (url.origin === this.origin) {
      const { statusCode: status, headers, body } = await this.request('GET', url.pathname + url.search)
      const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
      return { url, status, headers: new Headers(pairs), body }
    }
    const answer = await fetch(url, { redirect: 'manual', headers: this.jar.header(url.origin) })
    this.jar.store(url.origin, answer.headers.getSetCookie())
    return { url, status: answer.status, headers: answer.headers, body: await answer.text() }
  }
}
