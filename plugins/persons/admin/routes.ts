import type { RouteRecordRaw } from 'vue-router'

/** Persons have the list and the pages of their type; the address that they had beside it leads there. */
export default [
  { path: '/persons', redirect: ({ query }) => ({ name: 'list', params: { typeSlug: 'person' }, query }) },
] satisfies RouteRecordRaw[]
