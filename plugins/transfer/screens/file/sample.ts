import { schemas, t } from '../../../../admin/src/index.ts'
import type { InferredType } from '../import-api.ts'

/** How a value of the file is shown: by its JSON type. */
export const shownAs = (value: unknown): schemas.Property => schemas.propertyOf('', { type: typeof value })

/** What the service makes of the values of a column. */
export function conversionText({
  date_form: form,
  example,
}: Omit<InferredType['conversions'][number], 'column'>): string {
  if (form !== undefined) return t('transfer.converts_date', { form })
  const to = example?.to
  return t(`transfer.converts_${Array.isArray(to) ? 'list' : typeof to}`)
}
