// Its commands cannot be added.
export default {
  name: 'bad-commands',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: {
    commands() {
      throw new Error('no luck')
    },
  },
  register: () => ({}),
}
