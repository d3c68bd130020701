import type { RouteRecordRaw } from 'vue-router'

const typeSlug = 'organization'

/** Organizations have the list and the pages of their type; the addresses that they had beside them lead there. */
export default [
  { path: '/organizations', redirect: ({ query }) => ({ name: 'list', params: { typeSlug }, query }) },
  { path: '/organizations/:id', redirect: ({ params: { id } }) => ({ name: 'resource', params: { typeSlug, id } }) },
] satisfies RouteRecordRaw[]
