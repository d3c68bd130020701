/**
 * The meaning of a JSON Schema for display and editing: the properties that it describes, their kinds, titles, groups and columns. Pure functions.
 */
export * from './alternatives.ts'
export * from './choices.ts'
export * from './colors.ts'
export * from './columns.ts'
export * from './display.ts'
export * from './groups.ts'
export { allowsNull, typesOf, withoutNull } from './json-types.ts'
export * from './money.ts'
export * from './operators.ts'
export * from './properties.ts'
export { isNumeric } from '../fields/registry.ts'
export { namesFrom } from './names.ts'
export { resolve, resolvePointer } from './resolve.ts'
export * from './titles.ts'
