// A promise that nobody waits for, while it starts.
export default {
  name: 'bad-leaks-at-start',
  version: '1.0.0',
  requires: [],
  provides: [],
  async register() {
    void Promise.reject(new Error('leaked at the start'))
    await new Promise(resolve => setTimeout(resolve, 5000))
    return {}
  },
}
