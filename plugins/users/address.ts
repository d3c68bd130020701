/** An e-mail address as the HTML Living Standard defines it for `<input type=email>`, in lower case. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const longest = 254

/** An e-mail address in lower case, as addresses that differ in case alone are one; undefined when the text is none. */
export function readAddress(text: string): string | undefined {
  const address = text.toLowerCase()
  return address.length <= longest && pattern.test(address) ? address : undefined
}

/** What people call somebody of whom nothing but an address is known: the part before the @. */
export const nameIn = (address: string): string => address.slice(0, Math.max(address.lastIndexOf('@'), 0))
