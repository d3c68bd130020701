import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import type { Chosen } from '../../../schema/index.ts'

/** What a person chose for an object, and the members that went with alternatives that are no longer chosen, by alternatives and branch. */
interface Choices {
  chosen: Chosen
  left: ReadonlyMap<string, JsonObject>
}

/** By object, because objects move in lists. The copy of a changed object has the choices of the one before. */
const choices = new WeakMap<JsonObject, Choices>()

/** The alternatives that were chosen for a value. */
export const chosenFor = (value: Json | undefined): Chosen | undefined =>
  isObject(value) ? choices.get(value)?.chosen : undefined

export const choicesFor = (value: JsonObject): Choices | undefined => choices.get(value)
export const noteChoices = (value: JsonObject, made: Choices): void => void choices.set(value, made)

/** Keep the choices when an object is replaced by a changed copy. */
export function keepChoices<Copy extends JsonObject>(before: JsonObject, after: Copy): Copy {
  const known = choices.get(before)
  if (known !== undefined) choices.set(after, known)
  return after
}
