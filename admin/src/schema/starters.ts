import { t } from '../i18n/index.ts'
import { addProperty, setRequired } from '../../../plugins/types/admin/composables/builder.ts'
import type { BuilderKind } from '../../../plugins/types/admin/composables/kinds.ts'
import { slugFrom } from './names.ts'
import type { TypeForm } from '../../../plugins/types/admin/composables/typeForm.ts'
import { textOf } from '../../../plugins/types/admin/composables/useJsonText.ts'

/** Types to begin with, by name: their properties, the first of which is required. */
const starters: Readonly<Record<string, readonly (readonly [title: string, kind: BuilderKind])[]>> = {
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

export const starterNames = Object.keys(starters)

/** What somebody begins with who chose a starter; undefined when there is none of that name. */
export function formOfStarter(name: string): Partial<TypeForm> | undefined {
  const properties = Object.hasOwn(starters, name) ? starters[name] : undefined
  if (properties === undefined) return undefined
  const title = t(`types.starter_${name}`)
  let schema: Parameters<typeof addProperty>[0] = { type: 'object', properties: {} }
  for (const [at, [property, kind]] of properties.entries()) {
    const added = addProperty(schema, t(`types.starter_property_${property}`), kind)
    schema = at === 0 ? setRequired(added.schema, added.name, true) : added.schema
    if (at === 0) schema = { ...schema, 'x-display-property': added.name }
  }
  return { name: title, slug: slugFrom(title), schema: textOf(schema) }
}
