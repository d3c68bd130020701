import { Conflict, WriteRefused } from '../../errors/index.ts'

const maxAttempts = 20

/**
 * Plan a change and write it; again from the start when the store refused the write, because what it was planned from has changed meanwhile.
 * @param subject what is changed, for the message: `this account`
 * @param work reads, decides and writes; gets the number of the attempt, from 0
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
