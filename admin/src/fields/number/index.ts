import { Hash, Sigma } from '@lucide/vue'
import { typesOf } from '../../schema/describe.ts'
import { readNumber, writeNumber } from '../../typed/number.ts'
import { lazy } from '../registry.ts'
import type { FieldKind, FilterTraits } from '../registry.ts'
import Show from './Show.vue'

const jsonNumber = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

const notation: FilterTraits['notation'] = {
  read: text => {
    const { value, problem } = readNumber(text)
    return problem === undefined ? { value: String(value) } : { problem }
  },
  write: value => (jsonNumber.test(value) ? writeNumber(Number(value)) : value),
}

const keywords = ['minimum', 'maximum', 'multipleOf']

const common = {
  types: ['number'],
  show: Show,
  edit: lazy(async () => (await import('../controls.ts')).NumberEdit),
  cell: {
    input: lazy(async () => (await import('../inputs.ts')).NumberInput),
    isNumeric: true,
    isWhole: true,
    needsTitle: true,
    sortsDescending: true,
  },
  filter: {
    comparisons: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'filled', 'empty'],
    comparisonsOfItems: ['eq', 'ne', 'in', 'nin', 'filled', 'empty'],
    notation,
  },
  form: { width: 'half' },
} as const satisfies Partial<FieldKind>

export const number: FieldKind = {
  ...common,
  kind: 'number',
  tester: ({ schema }) => (/^(?:number|integer,number)$/.test(typesOf(schema).join()) ? 1 : -1),
  cell: { ...common.cell, problem: value => (typeof value === 'number' ? undefined : 'list.noNumber') },
  filter: {
    ...common.filter,
    problem: text => (jsonNumber.test(text) ? undefined : 'list.noNumber'),
  },
  starter: {
    icon: Sigma,
    schema: { type: 'number' },
    keywords,
    default: 'number',
    sample: () => 12,
  },
}

export const integer: FieldKind = {
  ...common,
  kind: 'integer',
  tester: ({ schema }) => (typesOf(schema).join() === 'integer' ? 1 : -1),
  cell: { ...common.cell, problem: value => (Number.isSafeInteger(value) ? undefined : 'list.noInteger') },
  filter: { ...common.filter, problem: text => (/^-?\d{1,15}$/.test(text) ? undefined : 'list.noInteger') },
  starter: {
    icon: Hash,
    schema: { type: 'integer' },
    keywords,
    default: 'integer',
    sample: () => 12,
  },
}
