/**
 * Where a request comes from, as far as one subscriber can choose it: of an IPv6 address the first 64 bits (whoever has one has
 * all of that network, RFC 6177), of an IPv4 address all of it, also where it is written as IPv6.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !address.includes(':')) return address ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? firstGroups(address)
}

/** The first four groups without leading zeros; `::` stands for as many groups of zero as are missing. */
function firstGroups(address: string): string {
  const [before = '', after] = address.toLowerCase().split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  const missing = after === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...rest]
  return `${all.slice(0, 4).map(trimZeros).join(':')}::/64`
}

const trimZeros = (group: string): string => group.replace(/^0+(?=.)/, '')
