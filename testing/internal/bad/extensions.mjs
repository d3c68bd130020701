// Controllers and middleware for OpenAPI documents that do everything wrong.
const fail = () => {
  throw new Error('secret reason')
}
const forever = () => new Promise(() => undefined)
const circular = {}
circular.self = circular

const middleware = {
  Throws: fail,
  ThrowsNothing: () => {
    throw undefined
  },
  ThrowsAfter: async (_context, next) => {
    await next()
    fail()
  },
  Hangs: forever,
  HangsAfter: async (_context, next) => {
    await next()
    await forever()
  },
  Twice: async (_context, next) => {
    await next()
    return next()
  },
  TwiceInSilence: async (_context, next) => {
    const answer = await next()
    await next().catch(() => undefined)
    return answer
  },
  DoesNotWait: (_context, next) => {
    next()
    return { status: 200 }
  },
  NoAnswer: async (_context, next) => void (await next()),
  Status: () => ({ status: 42 }),
  Header: () => ({ headers: { 'x-bad': 'a\nb' } }),
  Circular: () => ({ body: circular }),
  Passes: (_context, next) => next(),
  Mends: async (_context, next) => {
    try {
      return await next()
    } catch {
      return { status: 200, body: { mended: true } }
    }
  },
}

const controllers = {
  ThrowsController: fail,
  HangsController: forever,
  NothingController: () => undefined,
  WellController: () => ({ body: { well: true } }),
}

const listOf = handlers => Object.entries(handlers).map(([name, handle]) => ({ name, attach: () => handle }))

export default {
  name: 'bad-extensions',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { openapiControllers: listOf(controllers), openapiMiddleware: listOf(middleware) },
  register: () => ({}),
}
