export default {
  operation: 'Operation',
  summary: 'Zusammenfassung',
  type: 'Typ',
  controller: 'Controller',
  middleware: 'Middleware',
  access: 'Zugang',
  public: 'Öffentlich',
  signedIn: 'Angemeldet',
  noController: 'Keiner (501)',
  search: 'Operationen suchen',
  openDocs: 'API-Dokumentation öffnen',
  builtFrom: '{title} {version}, aus {file}, unter {prefix}',
  noneFound: 'Keine Operation passt',
  noneFoundText: 'Weniger oder ein anderes Wort schreiben.',
  noDocument: 'Es gibt kein OpenAPI-Dokument',
  noDocumentText:
    'OPENAPI_DOCUMENT auf den Pfad eines OpenAPI-3.0-Dokuments setzen, oder die Option „document“ des Plugins openapi, und den Dienst neu starten.',
}
