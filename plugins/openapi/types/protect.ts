import { basename } from 'node:path'
import { Conflict } from '../../../kernel/index.ts'
import type { TypeRule } from '../../types/contract.ts'
import { pluginName } from '../registered.ts'
import type { ServedDocument } from '../served-document.ts'

/** Types of the current document are changed in the document: their slug and schema cannot be changed otherwise, and they cannot be archived. */
export function protectTypes({ file, typeSlugs }: Pick<ServedDocument, 'file' | 'typeSlugs'>): TypeRule {
  return ({ by, slug, changes }) => {
    if (by === pluginName || !typeSlugs.has(slug)) return
    throw new Conflict(
      `${[...changes].join(', ')}: the resource type ${slug} comes from the OpenAPI document ${basename(file)}; ` +
        'change it there, and start the service again',
    )
  }
}
