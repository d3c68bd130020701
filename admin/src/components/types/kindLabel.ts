import type { BuilderKind } from '../../composables/types/kinds.ts'
import { t } from '../../i18n/index.ts'

/** What a kind of property is called. */
export const kindLabel = (kind: BuilderKind | undefined): string =>
  t(`types.kind_${kind === undefined ? 'json' : kind.replaceAll('-', '_')}`)
