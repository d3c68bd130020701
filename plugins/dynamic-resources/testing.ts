import type { TestApp } from '../../testing/index.ts'

interface Node {
  '@id': string
  [name: string]: unknown
}
/** A resource as the API returns it. */
export interface Item {
  id: string
  data: { '@graph': Node[] }
}

/** The names of the resources of a list. */
export const names = (list: { data: Item[] }): unknown[] => list.data.map(({ data }) => data['@graph'][0]?.['name'])
/** The ids of the nodes of a resource's graph. */
export const graphOf = ({ data }: Item): string[] => data['@graph'].map(node => node['@id'])

const text = { type: 'string' }
const refersTo = (slug: string, further: object = {}) => ({ ...text, 'x-resource-type': slug, ...further })
const many = (slug: string, further: object = {}) => ({ type: 'array', items: refersTo(slug, further) })

/** Types that refer to each other: tasks to a project (which they keep from being archived) and to their author, and to other tasks. */
export async function withTasks({ request }: TestApp): Promise<void> {
  const types = {
    writer: { name: text },
    project: { name: text, code: text, lead: refersTo('writer') },
    task: {
      name: text,
      author: refersTo('writer'),
      project: refersTo('project', { 'x-on-archive': 'restrict' }),
      reviewers: many('writer'),
      parent: refersTo('task', { 'x-on-archive': 'restrict' }),
      steps: {
        type: 'array',
        items: { type: 'object', properties: { by: refersTo('writer', { 'x-on-archive': 'restrict' }) } },
      },
    },
  }
  for (const [slug, properties] of Object.entries(types)) {
    const context = { '@vocab': `https://${slug}.example/` }
    const answer = await request('POST', '/api/resource-types', {
      name: slug,
      slug,
      context,
      schema: { type: 'object', properties },
    })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}

/** Create a resource. @returns its id */
export async function create({ request }: TestApp, slug: string, data: object): Promise<string> {
  const answer = await request('POST', `/api/${slug}`, data)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().id
}
