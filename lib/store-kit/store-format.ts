import { ConfigurationError } from '../errors/index.ts'
import type { Release, StoreFormat } from './document-store.ts'

/** The store is in a format that this version cannot use. */
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
 * @throws StoreFormatRefused when another version wrote it in another format
 */
export function checkFormat(location: string, { number, current, writtenBy }: StoreFormat, release: Release): void {
  const writer = writtenBy === undefined ? undefined : `Plinth ${releaseText(writtenBy)}`
  if (number > current) {
    throw new StoreFormatRefused(
      `${location} was written by ${writer ?? 'a later version of Plinth'}, format ${number}; ` +
        `this is ${releaseText(release)}, which knows format ${current}: start that version, or choose another store`,
    )
  }
  if (number < current) {
    throw new StoreFormatRefused(
      `${location} was written by ${writer ?? 'an earlier version of Plinth'}, format ${number}, and this version reads format ${current}: ` +
        'run `plinth upgrade` of release 0.2.0 first, or export everything with the version that wrote it and import that into a new store',
    )
  }
}
