// An endless loop while it starts.
export default {
  name: 'bad-loops',
  version: '1.0.0',
  requires: [],
  provides: [],
  async register() {
    await Promise.resolve()
    for (;;);
  },
}
