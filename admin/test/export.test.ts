import t from 'tap'
import '../src/fields/index.ts'
import type { JsonObject, Resource } from '../src/api/index.ts'
import { writeExport } from '../src/features/list/export/writeExport.ts'
import type { ExportFormat } from '../src/features/list/export/writeExport.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    year: { type: ['integer', 'null'] },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
}

const resource = (number: number, data: JsonObject): Resource => ({
  id: `urn:task:${number}`,
  type_slug: 'task',
  data: { '@graph': [{ '@id': `urn:task:${number}`, '@type': 'Task', ...data }] },
  status: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  sequence_no: 1,
  created_by: 'urn:user:admin',
  account_id: 'urn:account:default',
})

const resources = [
  resource(1, { name: 'a "b", c', address: { city: 'Ulm' }, tags: ['x'], year: null, more: 1 }),
  resource(2, { name: '=1+1' }),
]

t.test('rows are exported in the format of the command line', async t => {
  const written = async (format: ExportFormat) => {
    let last = 0
    const { file, rows, lost } = await writeExport({
      slug: 'task',
      schema,
      format,
      async *rows() {
        yield* resources.map(one => [one])
      },
      written: count => (last = count),
    })
    t.equal(rows, last)
    return { name: file.name, text: await file.text(), rows, lost }
  }
  t.strictSame(await written('csv'), {
    name: 'task.csv',
    text: '@id,name,year,address.city,tags,more\nurn:task:1,"a ""b"", c",,Ulm,"[""x""]",1\nurn:task:2,=1+1,,,,\n',
    rows: 2,
    lost: 1,
  })
  t.match(await written('csv-safe'), { name: 'task.csv', text: `urn:task:2,'=1+1,,,,\n` })
  const rows = [
    { '@id': 'urn:task:1', name: 'a "b", c', address: { city: 'Ulm' }, tags: ['x'], year: null, more: 1 },
    { '@id': 'urn:task:2', name: '=1+1' },
  ]
  const json = await written('json')
  t.strictSame([json.name, JSON.parse(json.text)], ['task.json', rows])
  const lines = (await written('ndjson')).text.trim().split('\n')
  t.strictSame(
    lines.map(line => JSON.parse(line) as unknown),
    rows,
  )
})
