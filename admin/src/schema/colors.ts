import { colors } from '../../../lib/json-schema/check/colors.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'

/** A color that a schema can name; `tokens.css` defines how it looks. */
export type Color = (typeof colors)[number]

const isColor = (value: unknown): value is Color => colors.some(color => color === value)

/** The color that a schema or one of its choices names. */
export const colorIn = ({ 'x-color': color }: JsonObject): Color | undefined => (isColor(color) ? color : undefined)

/** Words for states that users expect in a certain color; undefined means neutral. */
const expected = new Map<string, Color | undefined>([
  ...['done', 'completed', 'complete', 'published', 'approved', 'accepted', 'paid', 'cooked'].map(
    word => [word, 'green'] as const,
  ),
  ...['in-progress', 'pending', 'review', 'in-review', 'high', 'waiting'].map(word => [word, 'yellow'] as const),
  ...['blocked', 'failed', 'rejected', 'urgent', 'critical', 'overdue'].map(word => [word, 'red'] as const),
  ...['open', 'new', 'planned', 'todo', 'scheduled'].map(word => [word, 'blue'] as const),
  ...['cancelled', 'canceled', 'skipped', 'draft', 'unpublished', 'low', 'normal', 'none'].map(
    word => [word, undefined] as const,
  ),
])

/** The default color of an enum value, always the same for the same value. */
export function colorOfValue(value: Json): Color | undefined {
  const word = String(value)
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  return expected.has(word) ? expected.get(word) : colorOf(word)
}

/** The color that a type names, otherwise a color that is always the same for the type. */
export const colorOfType = ({ slug, schema }: { slug: string; schema?: JsonObject | undefined }): Color =>
  colorIn(schema ?? {}) ?? colorOf(slug)

/** A color that is always the same for the same text. */
export function colorOf(text: string): Color {
  let hash = 2166136261 // FNV-1a
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  const [, ...lively] = colors
  return lively[((hash ^ (hash >>> 15)) >>> 0) % lively.length] ?? 'blue'
}
