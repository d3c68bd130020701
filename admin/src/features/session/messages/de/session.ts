export default {
  title: 'Anmelden',
  welcome: 'Bei Plinth anmelden',
  text: 'Mit dem Konto der eigenen Organisation anmelden.',
  action: 'Anmelden',
  devWelcome: 'Benutzer wählen',
  notFoundTitle: 'Seite nicht gefunden',
  notFoundText: 'Die Adresse ist vielleicht veraltet oder falsch geschrieben.',
}
