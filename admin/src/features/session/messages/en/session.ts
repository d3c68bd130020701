export default {
  title: 'Sign in',
  welcome: 'Sign in to Plinth',
  text: 'Your organization says who you are. You come back here afterwards.',
  action: 'Sign in',
  devWelcome: 'Choose who you are',
  notFoundTitle: 'There is no such page',
  notFoundText: 'The address may be old, or what it led to was archived. Nothing was lost.',
}
