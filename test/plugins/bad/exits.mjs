// It ends the process while it starts, as if all were well.
export default {
  name: 'bad-exits',
  version: '1.0.0',
  requires: [],
  provides: [],
  register: () => process.exit(0),
}
