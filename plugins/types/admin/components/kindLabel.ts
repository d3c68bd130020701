import type { BuilderKind } from '../composables/kinds.ts'
import { t } from '../../../../admin/src/index.ts'

/** What a kind of property is called. */
export const kindLabel = (kind: BuilderKind | undefined): string =>
  t(`types.kind_${kind === undefined ? 'json' : kind.replaceAll('-', '_')}`)
