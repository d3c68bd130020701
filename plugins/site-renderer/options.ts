import { join, resolve } from 'node:path'
import { packageRoot } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import type { Json } from '../../lib/json/index.ts'

/** The types that a site shows by default in production mode: those of the preset `website`. */
const websiteTypes =
  'web-site web-page web-page-element web-page-template theme article blog-post faq breadcrumb-list menu menu-item'.split(
    ' ',
  )

const defaultCacheBytes = 32 * 1024 * 1024

/** The options of the plugin, with their defaults. */
export interface SiteOptions {
  /** Slugs of the types that the site shows, or `*` for every type. */
  types: readonly string[] | '*'
  /** Host names at whose root the site is served, in lower case; links use the first one. */
  hosts: readonly string[]
  allowScripts: boolean
  /** BCP 47: the language of pages that name none. */
  language: string
  /** Folder of the files served at `/site/assets/`. */
  assets: string
  /** Maximum size of the cache of rendered pages, in bytes. */
  maxCacheBytes: number
}

const names = (pattern: string): object => ({
  type: 'array',
  uniqueItems: true,
  items: { type: 'string', maxLength: 253, pattern },
})

/** JSON Schema of the options. */
export const siteOptionsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    types: {
      ...names('^[a-z][a-z0-9]*(-[a-z0-9]+)*$'),
      description:
        'Slugs of the types that the site shows. Default: in development every type, in production those of the preset website',
    },
    hosts: {
      ...names('^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$'),
      description: 'Host names at whose root the site is served; links lead to the first one',
    },
    allowScripts: { type: 'boolean', description: 'Leave scripts and event handlers in templates. Default: false' },
    language: {
      type: 'string',
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      description: 'Language (BCP 47) of pages that name none. Default: en',
    },
    assets: {
      type: 'string',
      minLength: 1,
      description: 'Folder of the files at /site/assets/; a relative path begins at the configuration file',
    },
    maxCacheBytes: {
      type: 'integer',
      minimum: 0,
      description: 'Bytes of rendered pages that are kept. Default: 32 MiB',
    },
  },
} as const

/** Read the options, which are valid by {@link siteOptionsSchema}. */
export function readSiteOptions(options: Record<string, Json>, { mode, directory }: Config): SiteOptions {
  const { types, hosts, allowScripts, language, assets, maxCacheBytes } = options
  return {
    types: Array.isArray(types) ? types.map(String) : mode === 'production' ? websiteTypes : '*',
    hosts: Array.isArray(hosts) ? hosts.map(host => String(host).toLowerCase()) : [],
    allowScripts: allowScripts === true,
    language: typeof language === 'string' ? language : 'en',
    assets: typeof assets === 'string' ? resolve(directory, assets) : join(packageRoot, 'presets', 'website', 'assets'),
    maxCacheBytes: typeof maxCacheBytes === 'number' ? maxCacheBytes : defaultCacheBytes,
  }
}
