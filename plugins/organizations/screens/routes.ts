import type { RouteRecordRaw } from 'vue-router'

const typeSlug = 'organization'

/** Organizations use the list and the pages of their type; their earlier addresses redirect there. */
export default [
  { path: '/organizations', redirect: ({ query }) => ({ name: 'list', params: { typeSlug }, query }) },
  { path: '/organizations/:id', redirect: ({ params: { id } }) => ({ name: 'resource', params: { typeSlug, id } }) },
] satisfies RouteRecordRaw[]
