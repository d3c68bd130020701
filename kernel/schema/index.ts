export { describeChange } from './change.ts'
export type { SchemaChange } from './change.ts'
export { compileSchema } from './compile.ts'
export { schemaForDocument } from './document.ts'
