export default {
  access: 'Zugang',
  builtFrom: '{title} {version}, aus {file}, unter {prefix}',
  openDocs: 'API-Referenz',
  serviceText: 'Jeder Typ hat eigene Pfade in der API. Clients senden JSON oder JSON-LD über HTTP.',
  address: 'Basis-URL',
  reference: 'API-Referenz',
  openapiDocument: 'OpenAPI-Dokument',
  example: 'Beispiel',
  fromDocument: 'API aus einem OpenAPI-Dokument',
  noDocumentText:
    'Um eine API bereitzustellen, die ein OpenAPI-3.0-Dokument beschreibt, OPENAPI_DOCUMENT auf dessen Pfad setzen und den Dienst neu starten.',
}
