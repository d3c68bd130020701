import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { ValidationFailure } from '../lib/json-schema/index.ts'
import { pointerToken, pointerTokens } from '../lib/json/index.ts'
import { allFormats } from '../lib/json-schema/compile/formats.ts'
import { messageOf } from '../lib/json-schema/compile/messages.ts'

/** For what the kernel itself checks, also as compiled by the build: configuration, manifests, options, requests. Strict: nothing is coerced, removed or defaulted. */
export const checkOptions = {
  allErrors: true,
  verbose: true, // messages name what the schema requires
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  ownProperties: true,
  formats: allFormats(),
  // Compiling is a considerable part of every start. Strict mode finds unknown keywords and values of the wrong type without the meta-schema, which
  // takes as long to compile as all schemas of a plugin; the words of messages come from `messageOf`.
  meta: false,
  validateSchema: false,
  messages: false,
  code: { optimize: false },
} as const
const ajv = new Ajv2020(checkOptions)

/** Compile a JSON Schema (2020-12). @throws Error for a keyword that is unknown or whose value has the wrong type */
export const compile = <Shape = unknown>(schema: object): ValidateFunction<Shape> => ajv.compile<Shape>(schema)

const queryAjv = new Ajv2020({ ...checkOptions, coerceTypes: 'array' })

/** Compile the JSON Schema of a query string: its texts are converted to the types that the schema declares. */
export const compileQuery = (schema: object): ValidateFunction => queryAjv.compile(schema)

/** How many failures a message names; a hostile value could cause any number. */
const maxNamedFailures = 20

/** The failures of a value, at most twenty. Empty when it is valid. */
export function failures(validate: ValidateFunction, value: unknown): ValidationFailure[] {
  if (validate(value)) return []
  // Those of `then` or `else` are reported before that of `if`.
  const named = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  return named.slice(0, maxNamedFailures).map(toValidationFailure)
}

/** A failure as a sentence, with the field named as users write it. */
export function toValidationFailure(error: ErrorObject): ValidationFailure {
  const parameters: Record<string, unknown> = error.params
  const name = parameters['additionalProperty'] ?? parameters['missingProperty'] ?? parameters['unevaluatedProperty']
  const pointer = typeof name === 'string' ? `${error.instancePath}/${pointerToken(name)}` : error.instancePath
  return { pointer, field: fieldName(pointer), code: problemCode(error.keyword), message: wording(error) }
}

const codes: Record<string, string> = {
  additionalProperties: 'unknown-property',
  unevaluatedProperties: 'unknown-property',
  'false schema': 'read-only',
}

const problemCode = (keyword: string): string => codes[keyword] ?? keyword

/** A JSON Pointer in the notation of users: `address.city`, `tags[2]`. */
function fieldName(pointer: string): string {
  return pointerTokens(pointer)
    .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`))
    .join('')
}

/** The same words as for the bodies of resources, except where only the schemas of routes have a meaning of their own. */
function wording(error: ErrorObject): string {
  const { keyword } = error
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not known'
  if (keyword === 'false schema') return 'is set by the service and cannot be written'
  return messageOf(error)
}
