// Routes that fail in every way, and one that logs.
const config = { access: 'public' }
const failing = {
  error: () => {
    throw new Error('secret reason')
  },
  undefined: () => {
    throw undefined
  },
  text: () => {
    throw 'secret reason'
  },
  later: async () => {
    throw undefined
  },
  status: () => {
    throw Object.assign(new Error('secret reason'), { statusCode: 404 })
  },
}

export default {
  name: 'bad-routes',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { segments: ['bad'] },
  register({ app }) {
    for (const [name, handler] of Object.entries(failing)) app.get(`/api/bad/${name}`, { config }, handler)
    app.get('/api/bad/log', { config }, request => {
      app.log.info('of the plugin')
      request.log.info('of the request')
      return {}
    })
    return {}
  },
}
