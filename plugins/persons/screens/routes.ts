import type { RouteRecordRaw } from 'vue-router'

/** Persons use the list and the pages of their type; their earlier address redirects there. */
export default [
  { path: '/persons', redirect: ({ query }) => ({ name: 'list', params: { typeSlug: 'person' }, query }) },
] satisfies RouteRecordRaw[]
