export { parseInstant } from './filters/dates.ts'
export { filterParameter, readFilterParameter } from './filters/filter-parameter.ts'
export { conditionOfValues, isNegative, readReferenceFilter } from './filters/filters.ts'
export type { FilterGroup, ReferenceFilter } from './filters/filters.ts'
export { countMatches, listAndCount, requestDeadline, totalOf } from './pages/count.ts'
export type { CountRequest, Total } from './pages/count.ts'
export { readCursorPage } from './pages/cursor-page.ts'
export type { CursorList, CursorPage, PageSource } from './pages/cursor-page.ts'
export { createCursors, openCursors } from './pages/cursor.ts'
export type { CursorScope, Cursors } from './pages/cursor.ts'
export { newestFirst } from '../store-kit/standard-columns.ts'
export { readField, standardField } from './field.ts'
export type { Field, FieldSource } from './field.ts'
export { proposeIndex } from './index-proposal.ts'
export { mergeSlowLists, readSlowLists, recordSlowLists } from './slow-lists.ts'
export type { SlowList } from './slow-lists.ts'
export { pageByKey } from './pages/keyed-page.ts'
export type { KeyedPage } from './pages/keyed-page.ts'
export { checkName, checkText, defaultMaxFilterValues, listLimits, readNames } from './limits.ts'
export { readListParameters, readWords } from './list-parameters.ts'
export type { ListParameters } from './list-parameters.ts'
export {
  defaultLimit,
  filterPatterns,
  maxLimit,
  pageOf,
  pageProperties,
  pageQuery,
  readPageParameters,
  selectionProperties,
} from './pages/page-parameters.ts'
export type { PageParameters } from './pages/page-parameters.ts'
export { invalidParameter, checkNames, quote, readBoolean, readInteger, readQueryString } from './query-string.ts'
export type { QueryPair } from './query-string.ts'
export { perspectiveParameter, readPerspective } from './perspective.ts'
