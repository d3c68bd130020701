// It throws where nobody can catch it, while it starts.
export default {
  name: 'bad-throws-later',
  version: '1.0.0',
  requires: [],
  provides: [],
  async register() {
    setImmediate(() => {
      throw new Error('no luck later')
    })
    await new Promise(resolve => setTimeout(resolve, 5000))
    return {}
  },
}
