import { schemas, t } from '../../../../admin/src/index.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'
import { addProperty, setRequired } from '../builder/schema/properties.ts'
import { starterNames } from './starterNames.ts'
import type { StarterName } from './starterNames.ts'
import type { TypeForm } from './typeForm.ts'
import { textOf } from './useJsonText.ts'

/** The properties of each starter; the first one is required. */
const starters: Readonly<Record<StarterName, readonly (readonly [title: string, kind: string])[]>> = {
  note: [
    ['title', 'text'],
    ['body', 'long-text'],
    ['date', 'date'],
  ],
  contact: [
    ['name', 'text'],
    ['email', 'email'],
    ['phone', 'text'],
    ['notes', 'long-text'],
  ],
  product: [
    ['name', 'text'],
    ['description', 'long-text'],
    ['price', 'number'],
    ['image', 'image'],
    ['inStock', 'boolean'],
  ],
}

/** The initial form of a starter; undefined when no starter has this name. */
export function formOfStarter(asked: string): Partial<TypeForm> | undefined {
  const name = starterNames.find(one => one === asked)
  if (name === undefined) return undefined
  const title = t(`types.starter_${name}`)
  let schema: JsonObject = { type: 'object', properties: {} }
  for (const [at, [property, kind]] of starters[name].entries()) {
    const added = addProperty(schema, t(`types.starter_property_${property}`), kind)
    schema =
      at > 0 ? added.schema : { ...setRequired(added.schema, added.name, true), 'x-display-property': added.name }
  }
  return { name: title, slug: schemas.namesFrom(title).slug, schema: textOf(schema) }
}
