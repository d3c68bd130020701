import type { Json } from './types.ts'
import { BadRequest } from '../../kernel/errors.ts'
import { JsonReader } from './reader.ts'

/**
 * Read a JSON text slowly, minding every rule of {@link import('./parse.ts').parseJson} and where in the text it is.
 * @throws `BadRequest` for the first rule that is broken
 */
export function explainJson(text: string, maxDepth: number): Json {
  if (text.trim() === '') throw new BadRequest('the body is empty; it must be JSON')
  return new JsonReader(text, maxDepth).read()
}
