/** Content codings (RFC 9110, 8.4.1) for which precompressed files exist, and their file extensions. */
export const codings = { br: '.br', gzip: '.gz' } as const

export type Coding = keyof typeof codings

/** Whether an `Accept` header accepts HTML; without the header everything is accepted. */
export const acceptsHtml = (header: string | undefined): boolean =>
  header === undefined || weight(header, ['text/html', 'text/*', '*/*']) > 0

/** The codings that an `Accept-Encoding` header accepts, ordered by preference, then by size. */
export function acceptedCodings(header: string | undefined): Coding[] {
  if (header === undefined) return []
  return (['br', 'gzip'] as const)
    .map(coding => ({ coding, weight: weight(header, [coding, '*']) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ coding }) => coding)
}

/**
 * The weight (RFC 9110, 12.4.2) of the first of these names that a header has.
 * @param names the most specific name first
 * @returns 0 when it has none of them
 */
function weight(header: string, names: readonly string[]): number {
  const weights = new Map(header.split(',').map(readItem))
  const name = names.find(name => weights.has(name))
  return name === undefined ? 0 : (weights.get(name) ?? 0)
}

function readItem(text: string): [name: string, weight: number] {
  const [name = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const given = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  if (given === undefined) return [name, 1]
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 0]
}
