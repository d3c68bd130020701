import type { Perspective } from '../store-kit/publication.ts'
import { invalidParameter } from './query-string.ts'

/** The parameter that chooses a set of rows. */
export const perspectiveParameter = {
  type: 'string',
  enum: ['published', 'draft'],
  default: 'published',
  description: 'Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`)',
} as const

/** Read the parameter `perspective`. @throws `InvalidInput` */
export function readPerspective(text: string | undefined): Perspective {
  if (text === undefined || text === 'published') return 'published'
  if (text === 'draft') return 'draft'
  throw invalidParameter('perspective must be published or draft', 'perspective')
}
