import type { Screen } from '../admin/contract.ts'

/** Where the admin shows the pages of the site, and what is wrong with its templates. Forms get their preview with it. */
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
