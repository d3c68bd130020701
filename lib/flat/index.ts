export {
  archiveQuery,
  createBody,
  flatAnswer,
  flatPage,
  flatQuery,
  patchBody,
  problemsAnswer,
  updateBody,
  updateQuery,
} from './schemas.ts'
export { checkFields, checkRepeated, flatAddress, flatFields, flatObject, repeatsStored, withFields } from './shape.ts'
export type { FlatBody, FlatField, FlatShape } from './shape.ts'
