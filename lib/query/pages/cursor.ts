import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Scalar } from '../../json/types.ts'
import type { Condition, DocumentStore, Position, Sort } from '../../store-kit/document-store.ts'
import { InvalidInput } from '../../errors/index.ts'
import { openStoreKey } from '../../store-kit/store-key.ts'

/** The list that a cursor belongs to; it is refused for any other list. The page size can change. */
export interface CursorScope {
  account_id: string
  /** Name of the list: the type's slug, or another name. */
  list: string
  sort: Sort
  conditions: readonly Condition[]
  /** See `SelectQuery.anyOf`. */
  anyOf?: readonly (readonly Condition[])[] | undefined
  words: readonly string[]
  /** The time that relative conditions refer to, in milliseconds since 1970. The cursor contains it; see {@link timeOf}. */
  now?: number | undefined
  /** Further parameters that select the contents of the list, such as a status. */
  further?: readonly string[]
}

/** Positions in lists as opaque tokens that clients cannot forge or change (HMAC-SHA-256, base64url). */
export interface Cursors {
  /** The token of a position; the empty text when the page is the last one. */
  write(scope: CursorScope, position: Position | null): string
  /** @throws `InvalidInput` for a token that was changed or belongs to another list, and for a position whose value is too long for a token */
  read(scope: CursorScope, token: string): Position
}

const signatureLength = 16
/** A longer token would not fit into the header of a request (16 KiB at most in Node.js, less in many proxies). */
const maxPositionBytes = 8000
const tooLong = '"too long"'

/** Cursors signed with the store's own key, which is created on first use and is the same for all instances. */
export async function openCursors(store: DocumentStore): Promise<Cursors> {
  return createCursors(await openStoreKey(store, 'cursor'), store.kind === 'mongodb')
}

/**
 * Cursors signed with the given key.
 * @param isSecondForm whether positions in the order of a property were different once: on MongoDB, until format 3. Tokens with these are refused
 */
export function createCursors(key: Buffer, isSecondForm = false): Cursors {
  const sign = (scope: CursorScope, position: Buffer): Buffer =>
    createHmac('sha256', key)
      .update(`${scopeText(scope)}\0${isSecondForm && 'path' in scope.sort.target ? '2' : ''}`)
      .update(position)
      .digest()
      .subarray(0, signatureLength)

  return {
    write(scope, position) {
      if (position === null) return ''
      const whole = Buffer.from(
        JSON.stringify(scope.now === undefined ? [position.key, position.id] : [position.key, position.id, scope.now]),
      )
      const body = whole.length > maxPositionBytes ? Buffer.from(tooLong) : whole
      return Buffer.concat([sign(scope, body), body]).toString('base64url')
    },
    read(scope, token) {
      const bytes = Buffer.from(token, 'base64url')
      const body = bytes.subarray(signatureLength)
      const isGenuine =
        bytes.toString('base64url') === token &&
        bytes.length > signatureLength &&
        timingSafeEqual(bytes.subarray(0, signatureLength), sign(scope, body))
      if (!isGenuine) {
        throw invalidCursor(
          'cursor is not valid here: use it unchanged, with the list, sort, filters and q it came from',
        )
      }
      const text = body.toString()
      if (text === tooLong) throw invalidCursor('the list cannot go on behind a value this long: sort by another field')
      return readPosition(text)
    },
  }
}

const invalidCursor = (message: string): InvalidInput =>
  new InvalidInput(message, { code: 'invalid-cursor', parameter: 'cursor' })

/** A position that {@link Cursors.write} wrote and signed. */
function readPosition(text: string): Position {
  const position: unknown = JSON.parse(text)
  const [key, id]: unknown[] = Array.isArray(position) ? position : []
  if (typeof id !== 'string' || !isScalar(key)) throw new Error('a signed cursor has no position')
  return { key, id }
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['boolean', 'number', 'string'].includes(typeof value)

/**
 * The time of the first page of a list, which a token contains. Trust it only after the token was read with the conditions that
 * depend on it.
 */
export function timeOf(token: string): number | undefined {
  const text = Buffer.from(token, 'base64url').subarray(signatureLength).toString()
  const time = /,(?<time>\d{1,14})\]$/.exec(text)?.groups?.['time']
  return time === undefined ? undefined : Number(time)
}

/** The scope as one unambiguous text. The order of the filters does not matter. */
function scopeText({ account_id, list, sort, conditions, anyOf = [], words, further = [] }: CursorScope): string {
  const groups = anyOf.map(group => JSON.stringify(textsOf(group))).toSorted()
  return JSON.stringify([
    account_id,
    list,
    [sort.target, sort.kind, sort.direction],
    textsOf(conditions),
    words,
    further,
    ...(groups.length > 0 ? [groups] : []),
  ])
}

const textsOf = (conditions: readonly Condition[]): string[] =>
  conditions
    .map(({ target, kind, operator, operands }) => JSON.stringify([target, kind, operator, operands]))
    .toSorted()
