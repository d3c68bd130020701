import { formatList, t } from '../../../i18n/index.ts'
import {
  choiceWith,
  describe,
  descriptionIn,
  hasAlternatives,
  membersOf,
  titleIn,
  titleOf,
  titleOfValue,
} from '../../../schema/index.ts'
import type { Alternatives, Branch, Description, Property } from '../../../schema/index.ts'

/** How many values or members a name lists. */
const maxListed = 3

/** What can be the name of an alternative, best first. */
const namings: readonly ((branch: Branch, all: readonly Branch[]) => string | undefined)[] = [
  ({ description: { schema } }) => titleIn(schema),
  ({ tellingValues }) => listed(tellingValues.map(titleOfValue)),
  ({ definition }) => definition && titleOf(definition),
  ({ description }) => typesInWords(description),
  ({ description: { choices = [] } }) => listed(choices.map(({ value, schema }) => choiceWith(value, schema).title)),
  ({ description }) => itemsInWords(description),
  (branch, all) => ownMembers(branch, all, true),
  (branch, all) => ownMembers(branch, all, false),
  ({ description: { schema } }) => descriptionIn(schema),
]

/**
 * The names of alternatives: of the title, the values of a member that tell it apart, its name among the definitions, its type, its values, its items, and the
 * members that it requires or declares the first that no other alternative has.
 */
export function namesOf({ branches }: Pick<Alternatives, 'branches'>): string[] {
  const candidates = branches.map(branch => namings.map(naming => naming(branch, branches) ?? ''))
  return candidates.map((own, at) => {
    const isOwn = (name: string, which: number): boolean =>
      name !== '' && candidates.every((other, index) => index === at || other[which] !== name)
    return own.find(isOwn) ?? t('form.alternative', { number: at + 1 })
  })
}

const listed = (names: readonly string[]): string | undefined =>
  names.length === 0 || names.length > maxListed ? undefined : names.join(', ')

const typesInWords = ({ types }: Description): string | undefined => listed(types.map(type => t(`form.kind_${type}`)))

function itemsInWords({ items }: Description): string | undefined {
  const description = items && describe(items)
  const of = description && (titleIn(description.schema) ?? typesInWords(description))
  return of && `${t('form.kind_array')}: ${of}`
}

/** The first members that not all alternatives require, or declare. */
function ownMembers({ description }: Branch, all: readonly Branch[], onlyRequired: boolean): string | undefined {
  const isIn = (name: string, { description: { members } }: Branch): boolean => {
    const member = members.get(name)
    return member !== undefined && (member.isRequired || !onlyRequired)
  }
  const own = membersOf(description).filter(
    ({ name, isRequired }) => (isRequired || !onlyRequired) && !all.every(one => isIn(name, one)),
  )
  return own.length === 0 ? undefined : formatList(own.slice(0, maxListed).map(({ title }) => title))
}

/** Whether values of different types are alternatives, so that the chosen one decides about the control. Those of objects are part of their fields. */
export const hasMixedAlternatives = (property: Pick<Property, 'alternatives' | 'schema'>): boolean =>
  hasAlternatives(property) &&
  [property.schema['type']]
    .flat()
    .filter(type => type !== 'null')
    .join() !== 'object'
