// It fails to start.
export default {
  name: 'bad-throws',
  version: '1.0.0',
  requires: [],
  provides: [],
  register: function deepInside() {
    throw new Error('no luck')
  },
}
