import {
  Forbidden,
  isClientError,
  writeAs,
  type Access,
  type Caller,
  type DocumentStore,
  type TokenScope,
  type WriteOperation,
} from '../../kernel/index.ts'
import type { Job, JobContext, JobDefinition, Jobs } from '../jobs/contract.ts'
import type { KeptFiles } from './kept-files.ts'

/** The input of a run that reads or writes a kept file. */
export interface KeptFileInput {
  /** The id of the file. */
  file: string
  /** The API token that the request came with: the run can do no more than it, and ends when it is revoked. */
  token: TokenScope | null
  preconditions: WriteOperation[]
}

/** @param file its id */
export const keptFileInput = (file: string, { token, preconditions = [] }: Caller): KeptFileInput => ({
  file,
  token: token ?? null,
  preconditions: token === undefined ? [] : [...preconditions],
})

const maxAttempts = 10

/** Define a job whose runs read or write a kept file, which is removed when a run fails for good. */
export function defineKeptFileJob<Input extends KeptFileInput, Result>(
  jobs: Jobs,
  files: KeptFiles,
  { name, run }: Pick<JobDefinition<Input, Result>, 'name' | 'run'>,
): Job<Input, Result> {
  return jobs.define<Input, Result>({
    name,
    maxAttempts,
    async run(input, context) {
      try {
        return await run(input, context)
      } catch (error) {
        const isLast = context.attempt >= maxAttempts && !context.signal.aborted
        if (isClientError(error) || isLast) await files.remove(input.file)
        throw error
      }
    },
  })
}

/** Who started a run, with the limits of the API token. A session does not count: the run goes on when it ends. */
export function starterOf({ token, preconditions }: KeptFileInput, { caller }: Pick<JobContext, 'caller'>): Caller {
  const { id, account_id, impersonator } = caller
  return {
    id,
    account_id,
    ...(impersonator !== undefined && { impersonator }),
    ...(token !== null && { token, preconditions }),
  }
}

/**
 * Check again that a run may go on: nobody has stopped it, and its API token is valid.
 * @throws `Forbidden`, or why the run was stopped
 */
export async function checkGoesOn(store: DocumentStore, caller: Caller, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (caller.token !== undefined) await writeAs(store, caller, [])
}

/** @throws Forbidden */
export async function requireAdministrator(access: Access, caller: Caller): Promise<void> {
  if (!(await access.isAdministrator(caller))) throw new Forbidden('only an administrator may do this')
}
