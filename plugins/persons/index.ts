import { definePlugin } from '../../kernel/index.ts'
import { flatCommands } from '../../lib/flat/index.ts'
import { personName } from './name.ts'
import { person } from './shape.ts'

/** Persons, as part of the content, in a flat shape under separate paths. */
export default definePlugin({
  name: 'persons',
  version: '1.0.0',
  requires: ['flatViews', 'resources'],
  provides: [],
  contributes: {
    segments: ['persons'],
    'core-types': ['person'],
    'flat-shapes': [person],
    behaviours: [personName],
    commands: (program, context) => {
      flatCommands(program, context, person, 'Manage persons.')
    },
  },
  register({ app, contracts: { flatViews, resources } }) {
    resources.addBehaviour(personName)
    flatViews.serve(app, person)
    return {}
  },
})
