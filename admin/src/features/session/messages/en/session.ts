export default {
  title: 'Sign in',
  welcome: 'Sign in to Plinth',
  text: "Sign in with your organization's account.",
  action: 'Sign in',
  devWelcome: 'Choose a user',
  notFoundTitle: 'Page not found',
  notFoundText: 'The address may be outdated or misspelled.',
}
