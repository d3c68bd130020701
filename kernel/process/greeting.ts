import type { Config } from '../contracts/config.ts'
import { version } from '../package-root.ts'

/**
 * What the start says to whoever typed it: where things are, in which mode, and what that means.
 * @param hasPages whether there is something for a browser to open
 */
export function greeting(config: Pick<Config, 'mode' | 'signIn'>, url: string, hasPages: boolean): string {
  const lines = [
    `Plinth ${version}`,
    ...(hasPages ? [`  Admin          ${url}/`] : []),
    `  API            ${url}/api`,
    `  Documentation  ${url}/api/docs`,
    ...modeLines(config),
  ]
  return `${lines.join('\n')}\n`
}

function modeLines({ mode, signIn }: Pick<Config, 'mode' | 'signIn'>): string[] {
  if (mode === 'development') {
    return ['  Development mode: there is no authorization. Nobody has to sign in, everyone may do everything.']
  }
  const where = signIn === undefined ? [] : [`  Sign-in        ${signIn.frontendUrl}, with ${signIn.issuer}`]
  return [...where, '  Production mode: who is not signed in gets in nowhere, and rights are enforced.']
}
