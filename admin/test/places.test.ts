import t from 'tap'
import { newPlaces } from '../src/schema/places.ts'
import type { PlaceRange } from '../src/schema/places.ts'

const integer: PlaceRange = { isInteger: true, minimum: 0, maximum: 10_000 }

t.test('a move writes as few values as possible', async t => {
  const moved = (held: (number | undefined)[], range = integer): [number, number][] | undefined => {
    const places = newPlaces(held, range)
    return places && [...places]
  }
  t.strictSame(moved([1, 2, 3]), [], 'nothing if the order is already right')
  t.strictSame(moved([2, 3, 4, 1]), [[3, 5]], 'to the end')
  t.strictSame(moved([4, 1, 2, 3]), [[0, 0]], 'to the beginning')
  t.equal(moved([10, 30, 20, 40])?.length, 1, 'between two numbers with a gap')
  t.equal(moved([0, 2, 1, 3])?.length, 2, 'two numbers change if there is no gap')
  t.equal(moved([2, 0, 1, 3])?.length, 3, 'no number is below the minimum')
  t.strictSame(
    moved([undefined, undefined, undefined]),
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    'resources without a number get one',
  )
  t.strictSame(
    moved([5, undefined, 5]),
    [
      [1, 6],
      [2, 7],
    ],
    'equal numbers do not define an order',
  )
  t.strictSame(moved([1, 2, 1.5], { isInteger: false }), [[2, 3]])
  t.strictSame(moved([1, 3, 2], { isInteger: false, maximum: 3 })?.length, 1)
  t.strictSame(moved([2, 1, 3], { isInteger: true, maximum: 3, minimum: 1 })?.length, 2)
  t.equal(moved([2, 1, 3], { isInteger: true, maximum: 2, minimum: 1 }), undefined, 'no numbers left for three')
})

t.test('any move results in the requested order', async t => {
  const wrong: string[] = []
  for (let seed = 1; seed < 300; seed++) {
    const random = (below: number): number => ((seed * 7919 + below * 104_729) >>> 3) % below
    const held = Array.from({ length: 2 + random(7) }, (_, at) =>
      (seed * (at + 3)) % 11 === 0 ? undefined : (seed * (at + 1) * 31) % 17,
    )
    const isInteger = seed % 2 === 0
    const changed = newPlaces(held, { isInteger, minimum: 0, maximum: 20 })
    const values = held.map((value, at) => changed?.get(at) ?? value ?? Number.NaN)
    const isOrdered = values.every((value, at) => at === 0 || value > (values[at - 1] ?? Number.NaN))
    const isAllowed = values.every(value => value >= 0 && value <= 20 && (!isInteger || Number.isInteger(value)))
    if (!isOrdered || !isAllowed) wrong.push(`${held.join()} became ${values.join()}`)
  }
  t.strictSame(wrong, [])
})
