import type { Collection, Document } from 'mongodb'
import { maxEqualValues } from '../../../lib/store-kit/index.ts'
import type { EqualValues } from '../../../lib/store-kit/index.ts'

/**
 * The documents of a collection that share a value with another one of their account.
 * @param matching finds those that have a value
 * @param value an expression of MongoDB's aggregation
 */
export async function equalValues(
  collection: Collection<{ _id: string }>,
  property: string,
  matching: Document,
  value: Document | string,
): Promise<EqualValues[]> {
  const groups = await collection
    .aggregate<{ type: string; ids: string[] }>(
      [
        { $match: matching },
        {
          $group: {
            _id: { account_id: '$account_id', value },
            type: { $min: '$type_slug' },
            ids: { $push: '$_id' },
            count: { $sum: 1 },
          },
        },
        { $match: { count: { $gt: 1 } } },
        { $limit: maxEqualValues },
      ],
      { allowDiskUse: true },
    )
    .toArray()
  return groups.map(({ type, ids }) => ({ type, property, ids: ids.toSorted().slice(0, maxEqualValues).join(', ') }))
}
