import type { Labels } from '../../../api/transport/page.ts'
import { t } from '../../../i18n/index.ts'
import { wordsOf } from '../../../value/words.ts'
import type { Difference } from './differences.ts'

/** A difference in one line: “Priority: Low → High”. */
export function lineOf({ path, kind, property, before, after, from }: Difference, labels: Labels): string {
  const where = path.join(' › ')
  const now = wordsOf(after, property, labels)
  if (kind === 'moved') return `${where}: ${t('record.moved', { from: from ?? 0 })}`
  return kind === 'added' ? `${where}: ${now}` : `${where}: ${wordsOf(before, property, labels)} → ${now}`
}
