import { addSource, api, requests, value } from '../../../admin/src/index.ts'

addSource('users', {
  list: async () => (await import('./usersApi.ts')).everyUser(),
  names: async ids => {
    const { data } = await value(api.GET('/api/users/names', { params: { query: { id: [...ids] } } }))
    return new Map(data.map(({ id, name }) => [id, name]))
  },
  find: email =>
    requests.unless([404], value(api.GET('/api/users/lookup', { params: { query: { email } } })), undefined),
})
