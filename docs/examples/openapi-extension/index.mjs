import { BadRequest, Conflict, definePlugin } from 'plinth'

/** Middleware: a borrower sends a library card, whose number the controller finds in the context. */
const libraryCard = {
  name: 'LibraryCard',
  attach: () => async (context, next) => {
    const card = context.request.headers['x-library-card']
    if (typeof card !== 'string' || !/^\d{4}$/.test(card)) {
      throw new BadRequest('the header X-Library-Card must have four digits')
    }
    context.values.card = card
    const answer = await next()
    return { ...answer, headers: { ...answer.headers, 'x-library-card': card } }
  },
}

/** Controller: lends the item in the path. The caller needs the right to modify it, which the service has checked before the handler runs. */
const lend = {
  name: 'LendController',
  access: { action: 'odrl:modify', of: 'item' },
  attach({ item }, { resources, items }) {
    if (item === undefined) throw new Error('needs x-schema')
    const { slug, identifier } = item
    return async ({ caller, values }) => {
      const parts = identifier.map(({ property, valueName }) => [property, values[valueName]])
      const found = await items.find(caller, await items.type(slug), Object.fromEntries(parts))
      await resources.writeOne(caller, {
        op: 'edit',
        type: slug,
        id: found.id,
        edit(data) {
          if (data.lentTo !== undefined) throw new Conflict('somebody else has it')
          return { data: { ...data, lentTo: values.card } }
        },
      })
      return { status: 200, body: { lent: true, until: values.until } }
    }
  },
}

export default definePlugin({
  name: 'library',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { openapiControllers: [lend], openapiMiddleware: [libraryCard] },
  register: () => ({}),
})
