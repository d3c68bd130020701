export default {
  operation: 'Operation',
  summary: 'Summary',
  type: 'Type',
  controller: 'Controller',
  middleware: 'Middleware',
  access: 'Access',
  public: 'Public',
  signedIn: 'Signed in',
  noController: 'None (501)',
  search: 'Find operations',
  openDocs: 'Open API documentation',
  builtFrom: '{title} {version}, from {file}, under {prefix}',
  noneFound: 'No operation fits',
  noneFoundText: 'Write less, or another word.',
  noDocument: 'There is no OpenAPI document',
  noDocumentText:
    'Set OPENAPI_DOCUMENT to the path of an OpenAPI 3.0 document, or the option “document” of the plugin openapi, and start the service again.',
}
