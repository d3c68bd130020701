/** An e-mail address as the HTML Living Standard defines it for `<input type=email>`. */
const pattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const maxLength = 254

/**
 * An e-mail address in lower case, as addresses that differ only in case are the same; undefined when the text is not an address.
 * The text is tested before it is lower-cased: in lower case, U+212A (KELVIN SIGN) would be the letter k of another address.
 */
export function readEmailAddress(text: string): string | undefined {
  return text.length <= maxLength && pattern.test(text) ? text.toLowerCase() : undefined
}
