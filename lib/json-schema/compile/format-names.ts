/** The formats of `formats.ts` by name, without the code that tests them. */
const names: ReadonlySet<string> = new Set(
  (
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer ' +
    'byte int32 int64 float double password binary iri iri-reference idn-email idn-hostname language-tag time-zone'
  ).split(' '),
)

export const isKnownFormat = (name: string): boolean => names.has(name)

export const knownFormats = (): string[] => [...names].sort()
