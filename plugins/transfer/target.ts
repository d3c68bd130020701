import { CommandFailed, exitCode, type JsonObject } from '../../kernel/index.ts'

/** A type to load into, and how a row of the file becomes a resource of it. */
export interface Target {
  created_at: string
  prepare: (row: JsonObject) => JsonObject
  /** How many rows there are, when that is known. */
  rows: number | undefined
  /** What was derived, for `--json`. */
  derived: JsonObject
}

/** The type is there but its routes are not. */
export const archived = (typeSlug: string): CommandFailed =>
  new CommandFailed(
    `the type ${typeSlug} is archived; plinth types update ${typeSlug} --status active brings it back`,
    exitCode.failed,
  )

/** When a type was created, as the API tells it. */
export function createdAt(type: JsonObject): string {
  const created = type['created_at']
  if (typeof created === 'string') return created
  throw new CommandFailed('the service answered a type in an unknown shape', exitCode.failed)
}
