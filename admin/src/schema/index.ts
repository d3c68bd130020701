/**
 * The meaning of a JSON Schema for display and editing: the properties that it describes, their kinds, titles, groups and columns. Pure functions.
 */
export * from './choices.ts'
export * from './colors.ts'
export * from './columns.ts'
export * from './display.ts'
export * from './due.ts'
export * from './groups.ts'
export * from './describe.ts'
export * from './money.ts'
export * from './operators.ts'
export * from './perLanguage.ts'
export * from './properties.ts'
export { isNumeric } from '../fields/registry.ts'
export { namesFrom } from './names.ts'
export * from './titles.ts'
