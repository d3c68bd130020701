import { ConfigurationError } from '../errors/index.ts'
import type { Release, StoreFormat } from './document-store.ts'

/** The store is in a format that this version cannot use, or that it may not convert now. */
export class StoreFormatRefused extends ConfigurationError {
  static override readonly code: string = 'store-format'
}

/** A release for people: `0.2.0 (abc1234)`. */
export const releaseText = ({ version, commit }: Release): string =>
  commit === undefined ? version : `${version} (${commit})`

/**
 * Refuse a store that must not be opened.
 * @param location how the message names the store
 * @param release this version
 * @throws StoreFormatRefused when a later version wrote it, when it is too old to be converted, or when it needs a conversion and `convert` is not set
 */
export function checkFormat(
  location: string,
  { number, current, oldest = 1, writtenBy }: StoreFormat,
  release: Release,
  convert: boolean,
): void {
  const writer = writtenBy === undefined ? undefined : `Plinth ${releaseText(writtenBy)}`
  if (number > current) {
    throw new StoreFormatRefused(
      `${location} was written by ${writer ?? 'a later version of Plinth'}, format ${number}; ` +
        `this is ${releaseText(release)}, which knows format ${current}: start that version, or choose another store`,
    )
  }
  if (number < oldest) {
    throw new StoreFormatRefused(
      `${location} is in format ${number}, and this version converts formats from ${oldest} on: ` +
        'run `plinth upgrade` of the last release 0.1.x first, or export everything with it and import that into a new store',
    )
  }
  if (number === current || convert) return
  throw new StoreFormatRefused(
    `${location}${writer === undefined ? '' : `, written by ${writer},`} needs a conversion of its format ` +
      `(${number} → ${current}); make a backup, then \`plinth upgrade\``,
  )
}

/** Documents in which a unique property has the same value. */
export interface EqualValues {
  type: string
  property: string
  /** Separated by commas. */
  ids: string
}

/** Number of equal values that are looked for in each property, and named altogether. */
export const maxEqualValues = 20

/** The refusal of data of an earlier version whose date-times were different, and are equal to the millisecond. */
export function equalDateTimes(action: 'convert' | 'restore', found: readonly EqualValues[]): ConfigurationError {
  const wayOut =
    action === 'convert'
      ? 'the store is not converted: date-times compare to the millisecond now, and these of unique properties are equal; ' +
        'change or delete all but one of each with the version of Plinth that wrote them, then convert again: '
      : 'the backup is not restored: date-times compare to the millisecond now, and these of unique properties are equal; ' +
        'restore it with the version of Plinth that made it, change or delete all but one of each, and make another backup: '
  const named = found.slice(0, maxEqualValues).map(({ type, property, ids }) => `${type}, ${property}: ${ids}`)
  return new ConfigurationError(wayOut + named.join('; '))
}
