import { isObject } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { faultOfName } from '../../../schema/names.ts'
import { innermost } from './kinds.ts'
import type { Entry } from './properties.ts'

/** What a property lacks, in words. */
export function faultOfEntry({ name, title, part, kind }: Entry): string | undefined {
  const fault = faultOfName(name, [])
  if (fault !== undefined) return t(`builder.${fault}`)
  if (!isObject(part)) return undefined
  const { enum: values, 'x-resource-type': target } = innermost(part)
  if ((kind === 'choice' || kind === 'choices') && Array.isArray(values) && values.length === 0)
    return t('builder.choicesMissing', { title })
  const isReference = kind === 'reference' || kind === 'references'
  return isReference && (target === '' || target === undefined) ? t('builder.targetMissing', { title }) : undefined
}
