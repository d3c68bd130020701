import type { Condition, Sort } from '../store-kit/document-store.ts'
import { notAColumn } from '../json-schema/index.ts'
import { queryWords } from '../store-kit/words/query-words.ts'
import { areRelative, collectFilters, isFilter, readFilters } from './filters/filters.ts'
import type { FilterGroup, GivenFilters, ReferenceFilter } from './filters/filters.ts'
import { timeOf } from './pages/cursor.ts'
import type { Field, FieldSource } from './field.ts'
import { only, readPageParameters } from './pages/page-parameters.ts'
import type { PageParameters } from './pages/page-parameters.ts'
import { checkName, checkText } from './limits.ts'
import { invalidParameter, quote } from './query-string.ts'
import type { QueryPair } from './query-string.ts'
import { readField, standardField } from './field.ts'

/** The requested list of resources, without account, rights and position. */
export interface ListParameters extends PageParameters {
  conditions: Condition[]
  /** Filters on fields of resources that are referred to. */
  referenceFilters: ReferenceFilter[]
  /** At least one of these groups of filters must match in addition; empty when there are none. */
  groups: FilterGroup[]
  /**
   * The time that relative filters refer to, in milliseconds since 1970: that of the first page. Undefined without such filters.
   * The cursor contains it.
   */
  now: number | undefined
  sort: Sort
  /** Normalised words of `q`. */
  words: string[]
}

const own = ['sort_by', 'sort_order', 'filter_field', 'filter_value', 'q']
const maxQueryWords = 16

/**
 * Read the query of a list of resources: the parameters of {@link readPageParameters}, filters, order and search words.
 * @param source the type's compiled schema
 * @param further names of additional parameters that the list accepts; their values are returned in `others`
 * @param given see {@link GivenFilters}: `_filter` of a body, and the limit of a filter's values
 * @throws `InvalidInput` naming the parameter, field, operator or value that is wrong
 */
export function readListParameters(
  pairs: readonly QueryPair[],
  source: FieldSource,
  further: readonly string[] = [],
  { json, maxFilterValues }: Pick<GivenFilters, 'json' | 'maxFilterValues'> = {},
): ListParameters {
  const filters = pairs.filter(([name]) => isFilter(name))
  const plain = filters.length === 0 ? pairs : pairs.filter(([name]) => !isFilter(name))
  const { limit, count, cursor, others: given } = readPageParameters(plain, [...own, ...further])
  const asked = collectFilters({
    pairs: filters,
    json,
    filter_field: given.get('filter_field'),
    filter_value: given.get('filter_value'),
    maxFilterValues,
  })
  const now = areRelative(asked) ? ((cursor === undefined ? undefined : timeOf(cursor)) ?? Date.now()) : undefined
  const read = readFilters(asked, source, now ?? 0)
  const q = given.get('q')
  return {
    limit,
    count,
    cursor,
    others: only(given, further),
    conditions: read.conditions,
    referenceFilters: read.referenceFilters,
    groups: read.groups,
    now,
    sort: readSort(given.get('sort_by'), given.get('sort_order'), source),
    words: q === undefined ? [] : readWords(q),
  }
}

/**
 * The normalised words of a `q`, without duplicates.
 * @throws `InvalidInput` when there are none, or too many, or the text is too long
 */
export function readWords(text: string): string[] {
  checkText('q', text)
  const words = queryWords(text)
  if (words.length === 0) throw invalidParameter('q must contain at least one word (letters or digits)', 'q')
  if (words.length > maxQueryWords) throw invalidParameter(`q may contain at most ${maxQueryWords} words`, 'q')
  return [...new Set(words)]
}

/**
 * Read `sort_by` and `sort_order`. Without `sort_by` a list is sorted by creation, newest first unless `sort_order` says otherwise;
 * with it the order is ascending unless `sort_order` says otherwise.
 * @throws `InvalidInput` when the field is unknown, has no order, or has no index
 */
function readSort(by: string | undefined, order: string | undefined, source: FieldSource): Sort {
  if (order !== undefined && order !== 'asc' && order !== 'desc') {
    throw invalidParameter(`sort_order must be asc or desc, not ${quote(order)}`, 'sort_order')
  }
  if (by !== undefined) checkName('sort_by', by)
  const field = by === undefined ? standardField('created_at') : sortable(readField(by, source, 'sort_by'))
  const { target, kind, name } = field
  return { target, kind, direction: order ?? (by === undefined ? 'desc' : 'asc'), field: name }
}

function sortable(field: Field): Field {
  const name = quote(field.name)
  if (field.open) throw invalidParameter(`sort_by: ${name} is no column: the type has no schema`, 'sort_by')
  if (field.kind === 'json') throw invalidParameter(`sort_by: ${name} ${notAColumn(field.types)}`, 'sort_by')
  if (field.many) throw invalidParameter(`sort_by: ${name} is an array or in one, and has no order`, 'sort_by')
  if (!field.indexed)
    throw invalidParameter(`sort_by: ${name} has no index; set x-index: true on it in the schema`, 'sort_by')
  return field
}
