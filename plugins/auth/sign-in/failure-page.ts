import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy, queryPairs, readAccept } from '../../../kernel/index.ts'
import { isRecord } from '../../../lib/json/index.ts'
import { lookUpLanguage, readAcceptLanguage } from '../../../lib/language/index.ts'
import { findSignIn } from './cookies.ts'

interface Words {
  title: string
  /** What happened, by status; `other` for every other status. */
  reasons: Readonly<Record<number, string>> & { other: string }
  again: string
}

const en: Words = {
  title: 'You are not signed in',
  reasons: {
    401: 'The sign-in was refused or cancelled.',
    429: 'There were too many attempts. Wait a minute, then try again.',
    503: 'Signing in is not possible at the moment. Try again in a minute.',
    other: 'This sign-in took too long, was used before, or was begun somewhere else.',
  },
  again: 'Sign in again',
}

const de: Words = {
  title: 'Sie sind nicht angemeldet',
  reasons: {
    401: 'Die Anmeldung wurde abgelehnt oder abgebrochen.',
    429: 'Es waren zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    503: 'Die Anmeldung ist im Moment nicht möglich. Versuchen Sie es in einer Minute noch einmal.',
    other: 'Diese Anmeldung hat zu lange gedauert, wurde schon benutzt oder anderswo begonnen.',
  },
  again: 'Noch einmal anmelden',
}

const styles = `
      :root { color-scheme: light dark; }
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.6 system-ui, sans-serif; }
      main { max-width: 34rem; padding: 2rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
      p { margin: 0.5rem 0; }
      small { opacity: 0.75; overflow-wrap: anywhere; }
    `

const policy = contentSecurityPolicy({
  'default-src': ["'none'"],
  'script-src': ["'none'"],
  'style-src': [`'sha256-${createHash('sha256').update(styles).digest('base64')}'`],
})

const offered = ['application/json', 'text/html', 'application/xhtml+xml']

/** Whether the client is a browser that shows the answer as a page: it prefers HTML to JSON. */
export const prefersPage = ({ headers: { accept } }: FastifyRequest): boolean =>
  readAccept(accept, offered).preferred !== 'application/json'

/** A hook (`onSend`) of the routes of signing in: browsers get an error as a page with the reason and a link to sign in again. */
export async function showFailure(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode < 400 || typeof payload !== 'string' || !prefersPage(request)) return payload
  const body: unknown = JSON.parse(payload)
  reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policy)
  reply.removeHeader('content-length')
  const languages = readAcceptLanguage(request.headers['accept-language'])
  const language = lookUpLanguage({ en: 'en', de: 'de' } as const, languages) ?? 'en'
  return page(
    language,
    reply.statusCode,
    isRecord(body) ? String(body['message'] ?? body['detail']) : '',
    begin(request),
  )
}

/** Where to sign in again, with the parameters of the sign-in that failed. */
function begin(request: FastifyRequest): string {
  const given = new Map(queryPairs(request))
  const kept = given.has('state') ? findSignIn(request, given.get('state') ?? '') : undefined
  const returnTo = given.get('return_to') ?? kept?.returnTo
  const invitation = given.get('invitation') ?? kept?.invitation
  const parameters = new URLSearchParams()
  if (returnTo !== '/' && isReturnPath(returnTo)) parameters.set('return_to', returnTo)
  if (isInvitation(invitation)) parameters.set('invitation', invitation)
  return parameters.size === 0 ? '/api/auth/login' : `/api/auth/login?${parameters.toString()}`
}

/** As JSON in UTF-8, which is what the cookie of a pending sign-in contains: browsers drop one that has more than 4,096 bytes. */
export const maxPathBytes = 2000

/** Whether this is a path on this service, with query and fragment; nothing that a browser could interpret as another origin. */
export const isReturnPath = (path: string | undefined): path is string =>
  path !== undefined &&
  Buffer.byteLength(JSON.stringify(path).slice(1, -1)) <= maxPathBytes &&
  /^\/(?![/\\])[^\\\u0000-\u0020\u007f-\u009f\p{Cs}]*$/u.test(path)

/** Whether the code of an invitation is well-formed. */
export const isInvitation = (code: string | undefined): code is string =>
  code !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(code)

function page(language: 'en' | 'de', status: number, detail: string, again: string): string {
  const words = language === 'de' ? de : en
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${words.title}</title>
    <style>${styles}</style>
  </head>
  <body>
    <main>
      <h1>${words.title}</h1>
      <p>${words.reasons[status] ?? words.reasons.other}</p>
      <p><a href="${escape(again)}">${words.again}</a></p>
      <p><small lang="en">${escape(detail)}</small></p>
    </main>
  </body>
</html>
`
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
