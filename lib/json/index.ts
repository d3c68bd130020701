export { maxNesting } from './check.ts'
export { hasMoreMembers, maxMembers } from './members.ts'
export {
  cloneJson,
  equalJson,
  getOwn,
  groupPairs,
  holdsNull,
  mapValues,
  memoizeByObject,
  once,
  mergePatch,
  setOwn,
  textsIn,
} from './objects.ts'
export { isNestedWithin, parseJson, parseJsonOrNothing } from './parse.ts'
export { memberAt, pointerOf, pointerOfReference, pointerToken, pointerTokens, valueAtPointer } from './pointer.ts'
export { jsonText } from './stringify.ts'
export { isObject, isRecord, typeOfJson } from './types.ts'
export { utf8Text } from './utf8-text.ts'
export { reached, scalarAt, valueAt, valuesAt } from './values-at.ts'
export type { Json, JsonObject, JsonType, Scalar } from './types.ts'
