import { Conflict, WriteRefused } from '../../errors/index.ts'

const maxAttempts = 20

/**
 * Plan a change and write it; start again when the store refuses the write because the data that the plan was based on has changed.
 * @param subject the subject of the change, for the message: `this account`
 * @param work reads, decides and writes; called with the number of the attempt, from 0
 * @throws `Conflict` when every attempt was refused
 */
export async function retryOnConflict<Result>(
  subject: string,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
    }
  }
  throw new Conflict(`others keep changing ${subject} at the same time; try again`)
}
