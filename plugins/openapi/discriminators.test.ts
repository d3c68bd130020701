import type { Test } from 'tap'
import { documentOf, film, onStore, text } from './testing-starts.ts'

const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const withType = (property: object, more: object = {}): object => ({
  type: 'object',
  required: ['type'],
  properties: { type: property, ...more },
})
const discriminator = { propertyName: 'type' }

onStore('what a schema itself enumerates counts as the mapping of a discriminator', async (t, starts) => {
  const kinds = {
    Meat: withType({ type: 'string', enum: ['meat'] }),
    Plant: withType(refer('Plant/properties/kind'), { kind: { type: 'string', enum: ['plant', 'herb'] } }),
  }
  const document = documentOf({
    Meal: film({
      one: { oneOf: [refer('Meat'), refer('Plant')], discriminator },
      any: { anyOf: [refer('Meat'), refer('Plant')], discriminator },
      named: { oneOf: [refer('Named'), refer('Meat')], discriminator },
      pet: refer('Pet'),
    }),
    ...kinds,
    Named: withType(text),
    Pet: { ...withType(text), discriminator },
    Cat: { allOf: [refer('Pet'), film({ type: { type: 'string', enum: ['cat'] }, lives: { type: 'integer' } })] },
  })
  const { request } = await starts.start(document)
  const decides = async (t: Test, body: object, status: number): Promise<void> => {
    const answer = await request('POST', '/api/all-meal', body)
    t.equal(answer.statusCode, status, `${JSON.stringify(body)}: ${answer.body}`)
  }
  for (const name of ['one', 'any']) {
    await decides(t, { [name]: { type: 'meat' } }, 201)
    await decides(t, { [name]: { type: 'herb' } }, 201)
    await decides(t, { [name]: { type: 'Meat' } }, 400)
  }
  await decides(t, { named: { type: 'Named' } }, 201)
  await decides(t, { named: { type: 'meat' } }, 201)
  await decides(t, { pet: { type: 'cat', lives: 9 } }, 201)
  await decides(t, { pet: { type: 'cat', lives: 'nine' } }, 400)
})
