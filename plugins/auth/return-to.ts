import { BadRequest } from '../../kernel/index.ts'

const longest = 2000

/**
 * Where somebody goes after signing in: a path on this service, with query and fragment.
 * @throws `BadRequest` for anything that a browser could take for another place
 */
export function readReturnTo(given: string | undefined): string {
  if (given === undefined) return '/'
  if (given.length <= longest && /^\/(?![/\\])[^\\\u0000-\u0020\u007f-\u009f\p{Cs}]*$/u.test(given)) return given
  throw new BadRequest('return_to: must be a path on this service, such as /persons')
}

/** The absolute address of such a path. */
export const addressOf = (frontendUrl: string, path: string): string => new URL(frontendUrl + path).href
