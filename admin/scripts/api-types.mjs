// Writes admin/src/api/schema.d.ts from the service's own OpenAPI document. Starts the service in this process on an empty store.
// With an address as argument (http://localhost:8080) it reads the document of the service that runs at that address instead.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'

const target = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url))
const heading = '// Made by `npm run admin:types` from the OpenAPI document of the service. Not to be edited.\n\n'

const document = withoutTypes(await readDocument(process.argv[2]))
const types = heading + astToString(await openapiTypescript(document, { emptyObjectsUnknown: true }))
writeFileSync(target, await format(types, { ...(await resolveConfig(target)), parser: 'typescript' }))

async function readDocument(address) {
  if (address !== undefined) return (await fetch(new URL('/api/openapi.json', address))).json()
  const { buildTestApp } = await import('../../dist/testing/index.js')
  const service = await buildTestApp()
  try {
    return (await service.request('GET', '/api/openapi.json')).json()
  } finally {
    await service.close()
  }
}

/** Remove the parts of the document that describe single resource types: the admin has no code for any of them. */
function withoutTypes(document) {
  const schemas = document.components.schemas
  const slugs = Object.keys(schemas).filter(name => `${name}.resource` in schemas)
  const ofType = path => slugs.some(slug => path === `/api/${slug}` || path.startsWith(`/api/${slug}/`))
  const ofTypeSchema = name => slugs.some(slug => name === slug || name.startsWith(`${slug}.`))
  return {
    ...document,
    paths: without(document.paths, ofType),
    components: { ...document.components, schemas: without(schemas, ofTypeSchema) },
  }
}

function without(object, unwanted) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !unwanted(name)))
}
