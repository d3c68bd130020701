import type { Total } from '../../api/index.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/translate.ts'
import { inSentence, typeName, typePlural } from '../../schema/titles.ts'
import type { NamedType } from '../../schema/titles.ts'

/** The number of items, formatted for people. */
export const totalText = ({ count, isMore }: Total): string =>
  isMore ? t('common.moreThan', { count: formatNumber(count) }) : formatNumber(count)

/**
 * The name of a type inside a sentence: “Create movie”, “Create web page”, but “Create FAQ”. Languages that capitalise nouns keep the capital.
 */
export const nameInSentence = (type: NamedType): string => inSentence(typeName(type))

/** The plural name of a type inside a sentence: “Search blog posts”. */
export const pluralInSentence = (type: NamedType): string => inSentence(typePlural(type))

/** Yes and no, as options. */
export const truths = (): { value: boolean; label: string }[] => [
  { value: true, label: t('common.yes') },
  { value: false, label: t('common.no') },
]

/** Name of an action on resources, as in the API (`odrl:read`): “read”, “change”, “archive”. */
export const actionName = (action: string): string => t(`common.action_${action.slice(5)}`)
