export default {
  title: 'Anmelden',
  welcome: 'Bei Plinth anmelden',
  text: 'Ihre Organisation sagt, wer Sie sind. Danach kommen Sie hierher zurück.',
  action: 'Anmelden',
  devWelcome: 'Wählen Sie, wer Sie sind',
  devText: 'Entwicklungsmodus: Niemand muss sich anmelden. Alle dürfen alles.',
  refused: 'Dieser Benutzer geht nicht: {message}',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundText: 'Die Adresse ist vielleicht alt, oder was dort war, wurde archiviert. Nichts ging verloren.',
  notFoundAction: 'Zum Start',
}
