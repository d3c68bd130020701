import { BadRequest } from '../../../kernel/index.ts'
import type { WriteOperation } from '../../../kernel/index.ts'
import type { ReferenceTargets } from './targets.ts'
import type { NewReferences } from './values.ts'

const mostNamed = 50

/**
 * Check what a change newly refers to.
 * @returns what must stay true until it is written: that what cannot be archived while it is referred to has not been
 * @throws `BadRequest` naming every property that refers to something else than it may, in one wording whatever the reason
 */
export function checkReferences(targets: ReferenceTargets, references: readonly NewReferences[]): WriteOperation[] {
  const wrong: string[] = []
  const checks = new Map<string, WriteOperation>()
  for (const { place, ids } of references) {
    for (const id of ids) {
      const usable = targets.find(id)
      if (usable === undefined || !place.type_slugs.includes(usable.type_slug)) {
        wrong.push(refusal(place))
        break
      }
      if (!usable.pending && !place.restricts.includes(usable.type_slug)) continue
      checks.set(id, { kind: 'check', collection: usable.collection, id, status: 'active' })
    }
  }
  if (wrong.length > 0) throw new BadRequest(wrong.slice(0, mostNamed).join('; '))
  return [...checks.values()]
}

const refusal = ({ name, type_slugs }: NewReferences['place']): string =>
  `${name}: must be the URN of an active resource of the type ${type_slugs.join(' or ')} that you may read`
