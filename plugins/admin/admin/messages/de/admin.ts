export default {
  refresh: 'Erneut prüfen',
  ready: 'Bereit: Der Speicher antwortet',
  notReady: 'Nicht bereit: Der Speicher ist nicht erreichbar',
  pluginsOn: {
    one: '{count} Plugin ist an, gestartet in {time} ms',
    other: '{count} Plugins sind an, zusammen gestartet in {time} ms',
  },
  startup: 'Dauer des Starts',
  milliseconds: '{time} ms',
  provides: 'Stellt bereit',
  requires: 'Braucht',
  optional: 'Arbeitet mit',
  contributes: 'Trägt bei',
  providedBy: 'Bereitgestellt von {plugin}',
  kernel: 'dem Kern',
  errors: { one: '{count} Fehler seit dem Start', other: '{count} Fehler seit dem Start' },
}
