// Promises that nobody waits for, while it starts and afterwards.
export default {
  name: 'bad-leaks',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { segments: ['leaks'] },
  register({ app }) {
    void Promise.reject(new Error('leaked at the start'))
    app.get('/api/leaks', { config: { access: 'public' } }, () => {
      void Promise.reject(new Error('leaked later'))
      return {}
    })
    return {}
  },
}
