import { Validator } from '@seriousme/openapi-schema-validator'
import type { Test } from 'tap'
import { isObject, pointerTokens } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../index.ts'

/** An OpenAPI document as tests inspect it. */
export interface Description extends JsonObject {
  paths: Record<string, Record<string, JsonObject>>
  components: Record<string, JsonObject> & { schemas: Record<string, JsonObject> }
}

/** The description that a service serves of itself. @param query such as `openapi=3.0` */
export async function readApiDescription(app: TestApp, query = ''): Promise<Description> {
  return (await app.request('GET', `/api/openapi.json?${query}`)).json<Description>()
}

/** The document is valid OpenAPI 3.1, and every reference has a target. */
export async function isValid(t: Test, description: Description): Promise<void> {
  const { valid, errors } = await new Validator().validate(structuredClone(description))
  t.ok(valid, JSON.stringify(errors))
  const dangling = references(description).filter(reference => resolve(description, reference) === undefined)
  t.strictSame(dangling, [], 'every reference leads somewhere')
}

/** Every local reference in a value. */
export function references(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}

/** The target of a local reference. */
export function resolve(description: JsonObject, reference: string): unknown {
  const keys = pointerTokens(decodeURIComponent(reference.slice(1)))
  return keys.reduce<unknown>((value, key) => (Object(value) as Record<string, unknown>)[key], description)
}
