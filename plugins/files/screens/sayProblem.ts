import { t } from '../../../admin/src/index.ts'
import { pictureProblems } from '../pictures/picture-problems.ts'
import type { KnownFile } from './files.ts'

const problemNames = ['notReadType', 'tooManyPixels', 'damaged'] as const satisfies (keyof typeof pictureProblems)[]

/** Why there is no preview of a picture, in the language of the reader; the service stores it in English. */
export function sayProblem({ problem, mediaType }: KnownFile): string {
  const name = problemNames.find(one => pictureProblems[one](mediaType) === problem)
  return name === undefined ? t('files.problem', { problem }) : t(`files.${name}`, { type: mediaType })
}
