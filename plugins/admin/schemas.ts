import { pageOf } from '../../lib/query/index.ts'
import { maxRichTextLength } from '../../lib/web-text/index.ts'

const text = { type: 'string', minLength: 1, maxLength: 200 } as const

const place = {
  name: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', description: 'Unique among all screens' },
  path: { type: 'string', pattern: '^(/[a-z0-9][a-z0-9-]*)+$', description: 'Address in the admin' },
  title: { ...text, description: 'In English' },
  icon: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'Name of an icon of Lucide' },
  section: { type: 'string', enum: ['content', 'model', 'people', 'access', 'system'] },
  access: { type: 'string', enum: ['signed-in', 'administrator'] },
  component: { ...text, description: 'A page of the admin, or a Vue file in the folder `screens` of the plugin' },
  list: {
    type: 'object',
    description: 'What the admin draws by itself',
    additionalProperties: false,
    required: ['url', 'columns'],
    properties: {
      url: { type: 'string', pattern: '^/api/', description: 'Address of a list' },
      columns: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['name', 'title'],
          properties: {
            name: text,
            title: text,
            kind: { type: 'string', enum: ['text', 'number', 'boolean', 'date-time', 'code', 'list'] },
          },
        },
      },
    },
  },
} as const

const always = ['name', 'path', 'title', 'icon', 'section'] as const

/** The contribution `screens` of a plugin. */
export const screensContribution = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: always,
    oneOf: [{ required: ['component'] }, { required: ['list'] }],
    properties: place,
  },
} as const

/** The screens that the caller can see. */
export const screensAnswer = pageOf({
  type: 'object',
  required: ['plugin', ...always, 'access'],
  properties: { plugin: { type: 'string' }, ...place },
})

/** An object with HTML. */
const withHtml = <Html extends object>(html: Html) =>
  ({ type: 'object', additionalProperties: false, required: ['html'], properties: { html } }) as const

/** HTML of a user. */
export const htmlBody = withHtml({
  type: 'string',
  maxLength: maxRichTextLength,
  examples: ['<p>Opens at <b>eight</b>.</p>'],
})

/** HTML of a user after it is cleaned: what is escaped makes it longer. */
export const cleanHtmlAnswer = withHtml({ type: 'string', examples: ['<p>Opens at <b>eight</b>.</p>'] })

const names = { type: 'array', items: { type: 'string' } } as const

const plugin = {
  key: { type: 'string', description: 'Key in the configuration' },
  name: { type: 'string' },
  version: { type: 'string' },
  requires: { ...names, description: 'Contracts' },
  optional: { ...names, description: 'Contracts that it works with where a plugin provides them' },
  provides: { ...names, description: 'Contracts' },
  contributes: { ...names, description: 'What it adds to, by name' },
  behaviours: { ...names, description: 'Its rules for resources: those that always run, and those that types enable' },
  startup_ms: { type: 'number', description: 'How long its start took' },
  errors: {
    type: 'array',
    description: 'Its latest failures since the start, newest first; the log says more under the same request id',
    items: {
      type: 'object',
      required: ['time', 'request_id', 'method', 'route'],
      properties: {
        time: { type: 'string', format: 'date-time' },
        request_id: { type: 'string', description: 'Empty where there was no request' },
        method: { type: 'string' },
        route: { type: 'string' },
        part: { type: 'string', description: 'What of it failed, where it was no route of its own' },
      },
    },
  },
} as const

/** The plugins that are switched on. */
export const pluginsAnswer = pageOf({ type: 'object', required: Object.keys(plugin), properties: plugin })
