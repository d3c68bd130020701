// It brings a command whose name is taken.
export default {
  name: 'bad-name',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: {
    commands(program) {
      program.command('serve').description('Something else.')
    },
  },
  register: () => ({}),
}
