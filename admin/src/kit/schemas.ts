/** What a JSON Schema means for display and editing: its properties and their kinds, titles, groups, and the labels of resources. Pure functions. */
export { columnsOf } from '../schema/columns.ts'
export { describe, typesOf } from '../schema/describe.ts'
export { displayProperty, labelOf, labelOfResource } from '../schema/display.ts'
export { groupsOf } from '../schema/groups.ts'
export { namesFrom } from '../schema/names.ts'
export { allPropertiesOf, propertiesOf, propertyOf } from '../schema/properties.ts'
export type { Property } from '../schema/properties.ts'
export { kindLabel, nameIn, titleOf, titleOfValue, typeDescription } from '../schema/titles.ts'
