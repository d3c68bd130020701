// A promise that nobody waits for.
export default {
  name: 'bad-leaks',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { segments: ['leaks'] },
  register({ app }) {
    app.get('/api/leaks', { config: { access: 'public' } }, () => {
      void Promise.reject(new Error('leaked later'))
      return {}
    })
    return {}
  },
}
