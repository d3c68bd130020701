import type { Config } from '../contracts/config.ts'
import { releaseText } from '../../lib/store-kit/store-format.ts'
import { release } from '../package-root.ts'

/**
 * The message that the start prints: the addresses, the mode, and its consequences.
 * @param url where the service listens; in production users reach it at its `FRONTEND_URL` instead
 * @param hasPages whether there are pages to open in a browser
 */
export function greeting({ mode, signIn }: Pick<Config, 'mode' | 'signIn'>, url: string, hasPages: boolean): string {
  const base = signIn === undefined ? url : signIn.frontendUrl
  const lines = [
    `Plinth ${releaseText(release)}`,
    ...(hasPages ? [`  Admin    ${base}/`] : []),
    `  API      ${base}/api/docs`,
    ...(signIn === undefined ? [] : [`  Sign-in  ${signIn.issuer}`, `  Listens  ${url}`]),
    mode === 'development'
      ? '  Development mode: there is no authorization. Nobody has to sign in, everyone may do everything.'
      : '  Production mode: who is not signed in gets in nowhere, and rights are enforced.',
  ]
  return `${lines.join('\n')}\n`
}
