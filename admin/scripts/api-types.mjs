// Writes admin/src/api/schema.d.ts from the service's own OpenAPI document. Starts the service in this process on an empty store.
// With an address as argument (http://localhost:8080) it reads the document of the service that runs at that address instead.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'

const target = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url))
const heading = '// Made by `npm run admin:types` from the OpenAPI document of the service. Not to be edited.\n\n'

const document = withoutTypes(...(await readDocument(process.argv[2])))
const types = heading + astToString(await openapiTypescript(document, { emptyObjectsUnknown: true }))
writeFileSync(target, await format(types, { ...(await resolveConfig(target)), parser: 'typescript' }))

/** The document, and the slugs of the types that it describes. */
async function readDocument(address) {
  const paths = ['/api/openapi.json', '/api/resource-types?limit=1000']
  const read = async answer => {
    const [description, { data }] = await Promise.all(paths.map(answer))
    return [description, data.map(({ slug }) => slug)]
  }
  if (address !== undefined) return read(async path => (await fetch(new URL(path, address))).json())
  const { buildTestApp } = await import('../../dist/testing/index.js')
  const service = await buildTestApp()
  try {
    return await read(async path => (await service.request('GET', path)).json())
  } finally {
    await service.close()
  }
}

/** Remove the parts of the document that describe single resource types: the admin has no code for any of them. */
function withoutTypes({ paths, components, ...rest }, slugs) {
  const ofType = path => slugs.some(slug => path === `/api/${slug}` || path.startsWith(`/api/${slug}/`))
  const kept = Object.fromEntries(Object.entries(paths).filter(([path]) => !ofType(path)))
  const schemas = {}
  const follow = value => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in schemas) continue
      schemas[name] = components.schemas[name]
      follow(schemas[name])
    }
  }
  follow(kept)
  return { ...rest, paths: kept, components: { ...components, schemas } }
}
