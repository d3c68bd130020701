export {
  containsItself,
  describe,
  describesMore,
  holdsSecrets,
  isAnything,
  isValidFor,
  memberPart,
  rootPart,
  withBranch,
} from './describe.ts'
export { isOfType } from './is-valid.ts'
export type * from './description.ts'
export type { Part, TextTest } from './document.ts'
