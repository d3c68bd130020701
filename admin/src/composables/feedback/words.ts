import type { Total } from '../../api/index.ts'
import { formatNumber, language, t } from '../../i18n/index.ts'
import { typeName, typePlural } from '../../schema/titles.ts'
import type { NamedType } from '../../schema/titles.ts'

/** How many there are, as people read it. */
export const totalText = ({ count, isMore }: Total): string =>
  isMore ? t('common.moreThan', { count: formatNumber(count) }) : formatNumber(count)

/**
 * The name of a type within a sentence: “Create movie”, “Create web page”, but “Create FAQ”. Languages that write nouns with capitals keep them.
 */
export const nameInSentence = (type: NamedType): string => inSentence(typeName(type))

/** The name of several resources of a type within a sentence: “Search blog posts”. */
export const pluralInSentence = (type: NamedType): string => inSentence(typePlural(type))

function inSentence(name: string): string {
  if (language.value !== 'en') return name
  return name
    .split(' ')
    .map(word => (/^\p{Lu}\p{Ll}*$/u.test(word) ? word.toLowerCase() : word))
    .join(' ')
}

/** Yes and no, to choose from. */
export const truths = (): { value: boolean; label: string }[] => [
  { value: true, label: t('common.yes') },
  { value: false, label: t('common.no') },
]
