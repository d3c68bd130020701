export default {
  title: 'Anmelden',
  welcome: 'Bei Plinth anmelden',
  text: 'Die Anmeldung geschieht bei der eigenen Organisation und führt hierher zurück.',
  action: 'Anmelden',
  devWelcome: 'Als wer handeln?',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundText: 'Die Adresse ist vielleicht alt, oder was dort war, wurde archiviert. Nichts ging verloren.',
}
