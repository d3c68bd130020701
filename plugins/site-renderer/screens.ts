import type { Screen } from '../admin/contract.ts'

/** The screens of the admin for the pages of the site and the problems of its templates. They also enable the preview in forms. */
export const siteScreens: readonly Screen[] = [
  {
    name: 'site',
    path: '/website',
    title: 'Public site',
    icon: 'globe',
    section: 'content',
    component: 'SitePage',
  },
]
