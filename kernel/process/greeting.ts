import type { Mode } from '../contracts/config.ts'
import { version } from '../package-root.ts'

/** What the start says to whoever typed it: where things are, and what development mode means. */
export function greeting(mode: Mode, url: string): string {
  const lines = [
    `Plinth ${version}`,
    `  API            ${url}/api`,
    `  Documentation  ${url}/api/docs`,
    ...(mode === 'development' ? ['  Development mode: nobody has to sign in, everyone may do everything.'] : []),
  ]
  return `${lines.join('\n')}\n`
}
