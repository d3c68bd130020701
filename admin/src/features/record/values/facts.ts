import type { JsonObject } from '../../../api/transport/json.ts'
import { hasList } from '../../../api/content/types.ts'
import type { ResourceType } from '../../../api/content/types.ts'
import { isRelevant, valueOf } from '../../form/validation/conditions.ts'
import { labelProperty, propertiesOf } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { isPicture } from '../../list/layouts/registry.ts'
import { firstPicture } from '../../../value/picture.ts'

/** The values at the top of a record page. */
export interface Highlights {
  /** A picture of the record. */
  image: Property | undefined
  /** State, date and related record, if they have values. */
  facts: Property[]
  /** Names of the properties shown at the top, which are not repeated below. */
  shown: ReadonlySet<string>
}

const isState = /(?:status|state|phase)$/i
const dates: ReadonlySet<Property['kind']> = new Set(['date', 'date-time'])

/**
 * The most important values of a record: its state or first choice, its first date, and its first reference. Properties without a value are skipped.
 * @param typeOf returns the type of a slug; references to types without a list are skipped
 */
export function highlightsOf(
  data: JsonObject,
  schema: JsonObject | undefined,
  typeOf: (slug: string) => ResourceType | undefined,
): Highlights {
  const properties = propertiesOf(schema)
  const has = (property: Property): boolean => {
    const value = valueOf(property, data)
    return isRelevant(property, data) && value !== undefined && value !== null && value !== ''
  }
  const image = properties.find(property => {
    const value = valueOf(property, data)
    return isPicture(property) && firstPicture(value) !== undefined
  })
  const hasOwnList = ({ refersTo }: Property): boolean => {
    const type = typeOf(refersTo ?? '')
    return type !== undefined && hasList(type)
  }
  const isChoice = ({ kind }: Property): boolean => kind === 'enum'
  const status = properties.find(property => isState.test(property.name) && isChoice(property) && has(property))
  const facts = [
    status ?? properties.find(property => isChoice(property) && has(property)),
    properties.find(property => dates.has(property.kind) && has(property)),
    properties.find(property => property.kind === 'reference' && has(property) && hasOwnList(property)),
  ].filter(property => property !== undefined)
  const label = labelProperty(
    schema,
    properties.filter(has).map(({ name }) => name),
  )
  // Of several pictures the first one is at the top.
  const value = image && valueOf(image, data)
  const isWhole = image !== undefined && !(Array.isArray(value) && value.length > 1)
  return {
    image,
    facts,
    shown: new Set([...facts, ...(isWhole ? [image] : [])].map(({ name }) => name).concat(label ?? [])),
  }
}
