export default {
  refresh: 'Check again',
  ready: 'Ready: the store answers',
  notReady: 'Not ready: the store cannot be reached',
  pluginsOn: {
    one: '{count} plugin is on, started in {time} ms',
    other: '{count} plugins are on, started in {time} ms together',
  },
  startup: 'Time that its start took',
  milliseconds: '{time} ms',
  provides: 'Provides',
  requires: 'Requires',
  optional: 'Works with',
  contributes: 'Contributes',
  providedBy: 'Provided by {plugin}',
  kernel: 'the kernel',
  errors: { one: '{count} failure since the start', other: '{count} failures since the start' },
}
