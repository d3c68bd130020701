import { Problems } from '../json-schema/check/problems.ts'
import type { CompiledSchema } from '../json-schema/compiled-schema.ts'
import { groupPairs, pointerToken } from '../json/index.ts'
import type { JsonObject } from '../json/types.ts'
import { bit } from '../json-schema/columns/type-set.ts'
import { ActiveContext, iriKey } from './active-context.ts'
import { isKeyword } from './iri.ts'
import { linkedDataView } from './linked-data-view.ts'
import { Place } from './place.ts'
import type { Member } from './place.ts'

/** Schemas that contain themselves under contexts that change have more places than are worth looking at. */
const maxPlaces = 2000
const maxArrayDepth = 8

/**
 * Check what the context of a type makes of the properties that its schema declares: none is an alias of a keyword, and those with one IRI differ
 * by container, language or datatype.
 * @param context one that `checkContext` accepts
 * @throws `InvalidInput` naming every problem
 */
export function checkTerms(typeName: string, context: JsonObject, compiled: CompiledSchema): void {
  const problems = new Problems('context')
  const { root, given, type } = linkedDataView(typeName, context, compiled)
  const aliases = new Set<string>()
  for (const place of placesOf(Place.root(ActiveContext.of(given), type, compiled.shape, ''))) {
    for (const { name, term } of place.declared) {
      if (term.iri === undefined || !isKeyword(term.iri) || aliases.has(name)) continue
      aliases.add(name)
      problems.add(
        `/${pointerToken(name)}`,
        `is mapped to ${term.iri}, and the schema declares a property of this name`,
      )
    }
  }
  const known = new Set<string>()
  for (const place of placesOf(root)) {
    for (const members of groupPairs(
      Array.from(place.declared, one => [signatureOf(one, place), one] as const),
    ).values()) {
      const names = members.map(({ name }) => name).join(', ')
      if (members.length < 2 || known.has(names)) continue
      known.add(names)
      const iri = place.iriOf(members[0]?.name ?? '')
      problems.add(
        '',
        `the properties ${names} have one IRI (${iri}); their containers, languages or datatypes must differ`,
      )
    }
  }
  problems.refuse()
}

/** What a value must be to be one of a property. */
function signatureOf({ name, term }: Member, place: Place): string {
  const { containers, type, language, isReverse, index } = term
  const kinds = [...containers].filter(one => one !== '@set').toSorted()
  const isText = type === undefined && !containers.has('@language')
  return JSON.stringify([iriKey(place.iriOf(name), isReverse), kinds, type, isText && language, index])
}

/** A place and those of the objects inside of it, each once. */
function placesOf(root: Place): ReadonlySet<Place> {
  const found = new Set([root])
  for (const place of found) {
    for (const member of place.declared) {
      let { shape } = member
      for (let depth = 0; shape !== undefined && depth < maxArrayDepth && found.size < maxPlaces; depth++) {
        if ((shape.types & bit.object) !== 0) found.add(place.inside(member, shape))
        shape = shape.items()
      }
    }
  }
  return found
}
