import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const picture =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0IDMiPjxyZWN0IHdpZHRoPSI0IiBoZWlnaHQ9IjMiIGZpbGw9InRlYWwiLz48L3N2Zz4='
const shelf = {
  name: 'Shelf',
  slug: 'shelf',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      inside: { type: 'string', 'x-resource-type': 'shelf' },
      width: { type: 'integer' },
      image: { type: 'string', format: 'uri-reference', maxLength: 2048 },
    },
  },
}

/** House > Room > Shelf, and a garden next to the house; one of them has a picture. */
export async function withShelves({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', shelf)
  const make = async (data: object): Promise<string> => (await request('POST', '/api/shelf', data)).json<Resource>().id
  const house = await make({ name: 'House', width: 900 })
  const room = await make({ name: 'Room', inside: house, image: picture })
  await make({ name: 'Board', inside: room })
  await make({ name: 'Garden' })
}
