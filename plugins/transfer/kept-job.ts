import { isClientError } from '../../kernel/index.ts'
import type { Job, JobDefinition, Jobs } from '../jobs/contract.ts'
import type { KeptFiles } from './kept-files.ts'

/** The input of a run that reads or writes a kept file. */
export interface KeptFileInput {
  /** The id of the file. */
  file: string
}

const maxAttempts = 10

/** Define a job whose runs read or write a kept file, which is removed when a run fails for good. */
export function defineKeptFileJob<Input extends KeptFileInput, Result>(
  jobs: Jobs,
  files: KeptFiles,
  { run, ...definition }: Pick<JobDefinition<Input, Result>, 'name' | 'right' | 'run'>,
): Job<Input, Result> {
  return jobs.define<Input, Result>({
    ...definition,
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
