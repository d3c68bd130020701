export { printFlat, printFlatList } from './command-actions.ts'
export { flatCommands, listOptions } from './commands.ts'
export type { FlatContext, FlatListFlags } from './commands.ts'
export {
  archiveQuery,
  createBody,
  flatAnswer,
  flatListQuery,
  flatPage,
  problemsAnswer,
  updateBody,
  updateQuery,
} from './schemas.ts'
export { checkFields, flatAddress, flatObject, withFields } from './shape.ts'
export type { FlatBody, FlatField, FlatShape } from './shape.ts'
