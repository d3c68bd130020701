import t from 'tap'
import '../src/fields/index.ts'
import { cellsOf, csvWriter, headingsOf, jsonWriter, ndjsonWriter } from '../src/features/list/export/rowWriters.ts'

const task = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    year: { type: ['integer', 'null'] },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
}

t.test('rows are exported in the format of the command line', async t => {
  const rows = [{ '@id': 'urn:task:1', name: 'a "b", c', address: { city: 'Ulm' }, tags: ['x'], year: null, more: 1 }]
  const headings = headingsOf(task)
  t.ok(headings[0] === '@id' && headings.includes('address.city') && !headings.includes('address'))
  const cells = cellsOf(rows[0] ?? {}, new Set(headings))
  t.strictSame(
    [...cells],
    [
      ['@id', 'urn:task:1'],
      ['name', 'a "b", c'],
      ['address.city', 'Ulm'],
      ['tags', '["x"]'],
      ['more', '1'],
    ],
  )
  const missed: string[] = []
  let lost = 0
  const on = { missed: (name: string) => missed.push(name), lost: () => (lost += 1) }
  const csv = csvWriter(['@id', 'name'], on, false)
  t.equal(csv.begin() + csv.rows(rows), '@id,name\r\nurn:task:1,"a ""b"", c"\r\n')
  t.ok(missed.includes('more'))
  t.equal(lost, 1, 'the null is counted')
  csv.rows([{ '@id': 'urn:task:2', name: '' }])
  t.equal(lost, 2, 'and so are empty texts')
  const safe = csvWriter(['n'], on, true)
  t.equal(safe.rows([{ n: '=1+1' }, { n: -5 }]), "'=1+1\r\n-5\r\n")
  const json = jsonWriter()
  t.strictSame(JSON.parse(json.begin() + json.rows(rows) + json.rows(rows) + json.end()), [...rows, ...rows])
  t.strictSame(JSON.parse(ndjsonWriter.rows(rows)), rows[0])
})
