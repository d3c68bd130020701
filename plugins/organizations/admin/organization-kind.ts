import { Building2 } from '@lucide/vue'
import { organizations, shortId, t } from '../../../admin/src/index.ts'
import type { Organization, PeopleKind } from '../../../admin/src/index.ts'

/** Organizations; each has a page with its members. */
export const organizationKind: PeopleKind<Organization> = {
  api: organizations,
  title: 'frame.screen_organizations',
  icon: Building2,
  schema: () => ({
    type: 'object',
    required: ['name', 'slug'],
    properties: {
      name: { type: 'string', title: t('common.name') },
      slug: { type: 'string', title: t('people.slug'), description: t('people.slugHelp') },
      description: { type: 'string', maxLength: 10_000, title: t('people.description') },
      url: { type: 'string', format: 'uri', title: t('people.website') },
      logo_url: { type: 'string', format: 'uri', title: t('people.logo'), description: t('people.pictureHelp') },
    },
  }),
  follows: { slug: 'slug', name: 'name' },
  facts: [
    { name: 'slug', label: 'people.slug', kind: 'text' },
    { name: 'url', label: 'people.website', kind: 'uri' },
  ],
  picture: 'logo_url',
  to: ({ id }) => ({ name: 'organization', params: { id: shortId(id) } }),
}
