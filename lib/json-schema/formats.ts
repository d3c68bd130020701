import { isLanguageTag } from '../language/index.ts'
import { isTimeZone } from './time-zone.ts'

/** A format of texts (`format` in a schema). */
export interface TextFormat {
  /**
   * Whether a text has the format, in time linear in the text.
   * @param spend called with the steps of validation that the test takes in addition to reading the text
   */
  test(text: string, spend: (steps: number) => void): boolean
  /** What is wrong with other texts: `must be a language tag (BCP 47)`. */
  message: string
  /** A text that has the format. */
  example: string
}

/** The steps of validation that the lookup of an unknown time zone takes as long as. */
const stepsPerLookup = 40

/** The formats of the service, in addition to those of JSON Schema and OpenAPI. The service validates by this table, and so does the admin. */
export const ownFormats: Readonly<Record<string, TextFormat>> = {
  'time-zone': {
    test: (text, spend) => isTimeZone(text, () => spend(stepsPerLookup)),
    message: 'must be the IANA name of a time zone',
    example: 'Europe/Berlin',
  },
  'language-tag': {
    test: isLanguageTag,
    message: 'must be a language tag (BCP 47)',
    example: 'de-AT',
  },
  color: {
    test: text => /^#[0-9a-fA-F]{6}$/.test(text),
    message: 'must be a color such as #336699',
    example: '#336699',
  },
}

/** The standard formats of `compile/formats.ts` by name, without the code that tests them. */
export const standardNames: ReadonlySet<string> = new Set(
  (
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer ' +
    'byte int32 int64 float double password binary iri iri-reference idn-email idn-hostname'
  ).split(' '),
)

const formats = new Map<string, TextFormat>(Object.entries(ownFormats))

/** The formats of the service and of plugins. */
export const furtherFormats: ReadonlyMap<string, TextFormat> = formats

/** Whether a format is one of the service, which plugins cannot replace. */
export const isOwnFormat = (name: string): boolean => standardNames.has(name) || Object.hasOwn(ownFormats, name)

/** Add a format of a plugin, for the whole process. @throws Error when the service has a format of this name */
export function addFormat(name: string, format: TextFormat): void {
  if (isOwnFormat(name)) throw new Error(`the format "${name}" is one of the service`)
  formats.set(name, format)
}
