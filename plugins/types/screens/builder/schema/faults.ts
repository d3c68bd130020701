import { isObject } from '../../../../../lib/json/types.ts'
import { t } from '../../../../../admin/src/index.ts'
import type { JsonObject } from '../../../../../lib/json/types.ts'
import { faultOfName, isSlug } from './names.ts'
import { choicesIn } from './choices.ts'
import { innermost, starterOf } from './kinds.ts'
import { entriesOf } from './properties.ts'
import type { Entry } from './properties.ts'

/** The message about missing parts of a property. */
export function faultOfEntry({ name, title, part, kind }: Entry): string | undefined {
  const fault = faultOfName(name, [])
  if (fault !== undefined) return t(`builder.${fault}`)
  if (!isObject(part)) return undefined
  const inner = innermost(part)
  const { 'x-resource-type': target } = inner
  const describes = starterOf(kind)?.describes
  if (describes === 'choices') {
    const values = choicesIn(inner).map(({ value }) => value)
    if (values.length === 0) return t('builder.choicesMissing', { title })
    if (new Set(values).size < values.length) return t('builder.choicesTwice', { title })
  }
  return describes === 'target' && (target === '' || target === undefined)
    ? t('builder.targetMissing', { title })
    : undefined
}

/** Error messages for the name and the slug of a type. */
function faultsOfNames(
  { name, slug }: { name: string; slug: string },
  taken: ReadonlySet<string>,
): { name?: string; slug?: string } {
  return {
    ...(name.trim() === '' && { name: t('builder.nameMissing') }),
    ...(!isSlug(slug) && { slug: t(slug === '' ? 'builder.slugMissing' : 'builder.slugBad') }),
    ...(taken.has(slug) && { slug: t('builder.slugTaken') }),
  }
}

/**
 * The error messages that a type has before the service checks it.
 * @param schema null when the type has none
 * @param taken the slugs of other types
 */
export function faultsOfType(
  names: { name: string; slug: string },
  schema: JsonObject | null,
  taken: ReadonlySet<string>,
): { name?: string; slug?: string; schema?: string } {
  const inSchema = schema === null ? undefined : entriesOf(schema).map(faultOfEntry).find(Boolean)
  return { ...faultsOfNames(names, taken), ...(inSchema !== undefined && { schema: inSchema }) }
}
