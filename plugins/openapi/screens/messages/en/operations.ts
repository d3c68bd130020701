export default {
  access: 'Access',
  builtFrom: '{title} {version}, from {file}, under {prefix}',
  openDocs: 'API reference',
  serviceText: 'Every type has its own paths in the API. Clients send JSON or JSON-LD over HTTP.',
  address: 'Base URL',
  reference: 'API reference',
  openapiDocument: 'OpenAPI document',
  example: 'Example',
  fromDocument: 'API from an OpenAPI document',
  noDocumentText:
    'To serve an API that an OpenAPI 3.0 document describes, set OPENAPI_DOCUMENT to its path and restart the service.',
}
