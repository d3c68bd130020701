import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { Open } from './in-browser.ts'
import type { OpenAdmin, OpenOptions } from './open-admin.ts'

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFklEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

const studio = {
  name: 'Studio',
  slug: 'studio',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, city: { type: 'string' } } },
}
const role = { type: 'object', properties: { name: { type: 'string' }, minutes: { type: 'integer' } } }

/** A type with values of many kinds, some nested. */
const film = {
  name: 'Film',
  slug: 'film',
  context: { '@vocab': 'https://schema.org/', '@type': 'Movie' },
  schema: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string' },
      story: { type: 'string', maxLength: 5000 },
      released: { type: 'string', format: 'date' },
      rating: { type: ['number', 'null'] },
      seen: { type: 'boolean' },
      stage: { type: 'string', enum: ['planned', 'done'] },
      image: { type: 'string', format: 'uri' },
      site: { type: 'string', format: 'uri' },
      studio: { type: 'string', 'x-resource-type': 'studio', 'x-on-archive': 'restrict' },
      sequels: { type: 'array', items: { type: 'string', 'x-resource-type': 'film' } },
      tags: { type: 'array', items: { type: 'string' } },
      cast: { type: 'array', items: role },
      shot: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } },
      code: { type: 'string', 'x-unique': true },
    },
  },
}

/** The initial values of the first film. */
export const alien = {
  title: 'Alien',
  story: 'The crew of a ship answers a call for help, and brings something back that was better left alone.',
  released: '1979-05-25',
  rating: 8.5,
  seen: true,
  stage: 'done',
  image: picture,
  site: 'https://example.org/alien',
  tags: ['space', 'horror'],
  cast: [
    { name: 'Ripley', minutes: 90 },
    { name: 'Dallas', minutes: 45 },
  ],
  shot: { city: 'Shepperton', days: 100 },
  code: 'A1',
}

/** The created records. */
export interface Films {
  alien: Resource
  studio: Resource
}

/** Create a studio, a film with three versions, and seven films that refer to both. @returns the studio and the film */
async function withFilms({ request }: TestApp): Promise<Films> {
  for (const type of [studio, film]) await request('POST', '/api/resource-types', type)
  const made = async (slug: string, data: object): Promise<Resource> =>
    (await request('POST', `/api/${slug}`, data)).json<Resource>()
  const home = await made('studio', { name: 'Brandywine', city: 'Los Angeles' })
  const first = await made('film', { ...alien, studio: home.id })
  for (let part = 2; part <= 8; part++)
    await made('film', { title: `Alien ${part}`, sequels: [first.id], studio: home.id, code: `A${part}` })
  const path = `/api/film/${encodeURIComponent(first.id)}`
  const second = { ...alien, studio: home.id, title: 'Alien, restored', tags: ['classic', 'space', 'horror'] }
  await request('PUT', path, second)
  const cast = [...alien.cast.slice(1), { name: 'Ripley', minutes: 95 }]
  const story = alien.story.replace('something back', 'a creature home')
  const third = await request('PUT', path, { ...second, story, cast, rating: null, shot: { city: 'Bray', days: 100 } })
  return { alien: third.json<Resource>(), studio: home }
}

/** The admin of a service with films; no page is open yet. */
export async function openFilms(open: Open, options: OpenOptions = {}): Promise<OpenAdmin & { films: Films }> {
  const opened = await open({ path: null, ...options })
  return { ...opened, films: await withFilms(opened.app) }
}

/** The address of a record in the admin. */
export const placeOf = ({ id }: Resource): string => `/content/${id.split(':')[1]}/${id.split(':')[2]}`

/** The address of a record in the API. */
export const pathOf = ({ id }: Resource): string => `/api/${id.split(':')[1]}/${encodeURIComponent(id)}`

/** The heading of the page. */
export const headingOf = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 1, exact: true })

/** Choose an item of the menu of a record. */
export async function choose(page: Page, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
