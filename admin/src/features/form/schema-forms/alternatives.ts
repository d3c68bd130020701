import { t } from '../../../i18n/index.ts'
import { hasAlternatives, titleIn, titleOf, titleOfValue } from '../../../schema/index.ts'
import type { Alternatives, Property } from '../../../schema/index.ts'

/** The names of alternatives: the title, else the constant that tells it apart, else its name among the definitions, else its type. */
export const namesOf = ({ branches }: Pick<Alternatives, 'branches'>): string[] =>
  branches.map(({ description: { schema, types }, constant, definition }, at) => {
    const title = titleIn(schema)
    if (title !== undefined) return title
    if (constant !== undefined) return titleOfValue(constant)
    if (definition !== undefined) return titleOf(definition)
    const [type] = types
    const isAmbiguous = branches.filter(({ description }) => description.types[0] === type).length > 1
    return type === undefined || isAmbiguous ? t('form.alternative', { number: at + 1 }) : t(`form.kind_${type}`)
  })

/** Whether values of different types are alternatives, so that the chosen one decides about the control. Those of objects are part of their fields. */
export const hasMixedAlternatives = (property: Pick<Property, 'alternatives' | 'schema'>): boolean =>
  hasAlternatives(property) &&
  [property.schema['type']]
    .flat()
    .filter(type => type !== 'null')
    .join() !== 'object'
