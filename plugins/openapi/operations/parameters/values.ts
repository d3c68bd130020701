import type { Json } from '../../../../lib/json/index.ts'
import { readScalar } from './scalars.ts'
import { anyShape } from '../shape.ts'
import type { ValueShape } from '../shape.ts'
import type { RawValue } from './styles.ts'

/** Convert a split value by its shape: items and members each by their own shape. */
export function readValue(value: RawValue, shape: ValueShape): Json {
  if (typeof value === 'string') return readScalar(value, shape)
  if (Array.isArray(value)) return value.map(item => readScalar(item, shape.items ?? anyShape))
  const shapeOfMember = (name: string): ValueShape => shape.members.get(name) ?? shape.others ?? anyShape
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, readValue(member, shapeOfMember(name))]),
  )
}
