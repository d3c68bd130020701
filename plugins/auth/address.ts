import { BadRequest } from '../../kernel/index.ts'

/** An e-mail address as the HTML Living Standard defines it for `<input type=email>`. */
const address =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const longest = 254

/**
 * The e-mail address that a header holds, in lower case: addresses that differ in case alone are one.
 * @throws `BadRequest` when it is none
 */
export function readAddress(header: string): string {
  const text = header.toLowerCase()
  if (text.length <= longest && address.test(text)) return text
  throw new BadRequest('X-Dev-Agent: must be an e-mail address')
}
