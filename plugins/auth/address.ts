/** An e-mail address as the HTML Living Standard defines it for `<input type=email>`. */
const address =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const longest = 254

/** An e-mail address in lower case, as addresses that differ in case alone are one; undefined when the text is none. */
export function readAddress(given: string): string | undefined {
  const text = given.toLowerCase()
  return text.length <= longest && address.test(text) ? text : undefined
}
