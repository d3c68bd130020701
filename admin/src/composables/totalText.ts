import type { Total } from '../api/index.ts'
import { formatNumber, t } from '../i18n/index.ts'

/** How many there are, as people read it. */
export const totalText = ({ count, isMore }: Total): string =>
  isMore ? t('common.moreThan', { count: formatNumber(count) }) : formatNumber(count)
