/** An e-mail address as the HTML Living Standard defines it for `<input type=email>`, in lower case. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const maxLength = 254

/** An e-mail address in lower case, as addresses that differ only in case are the same; undefined when the text is not an address. */
export function readEmailAddress(text: string): string | undefined {
  const address = text.toLowerCase()
  return address.length <= maxLength && pattern.test(address) ? address : undefined
}
