import { isObject } from '../../../../lib/json/index.ts'
import { propertyFactsOf } from '../../binding/facts.ts'
import type { CompiledTemplate, ListPosition, SiteResource } from '../../contract.ts'
import { plainText } from '../../markdown/index.ts'
import { previewPicture } from '../../template/index.ts'
import { linkedDataScripts } from './json-ld.ts'
import type { LinkedDataParts } from './json-ld.ts'
import { textOf } from '../structure.ts'
import { escapeHtml } from '../../../../lib/html/index.ts'

/** The input for the head of a page. */
interface HeadParts extends LinkedDataParts {
  template: Pick<CompiledTemplate, 'head'>
  site: SiteResource | undefined
  /** The resource that the address names. */
  addressed: SiteResource | undefined
  list: ListPosition | undefined
  language: string | undefined
  /** Paths on the site, in the form that `link` accepts. */
  paths: { canonical: string; styleSheet: string | undefined; feed: string | undefined; list: (page: number) => string }
  /** The local address of a path on the site. */
  link: (path: string) => string
  /** The text of a style element, already escaped. */
  styles: string | undefined
  /** Whether search engines should ignore it. */
  isHidden: boolean
}

const maxDescriptionLength = 300

/** The metadata of a document that its template lacks: title, description, addresses, Open Graph, linked data. */
export function headHtml(parts: HeadParts): string {
  const { template, page, site, addressed, main, paths, list } = parts
  const name = addressed === undefined ? (textOf(page, 'name') ?? labelOf(page)) : labelOf(addressed)
  const siteName = textOf(site, 'name')
  const description = descriptionOf(main) ?? (addressed === undefined ? descriptionOf(site) : undefined)
  const image = pictureOf(main) ?? pictureOf(site)
  const canonical = parts.absolute(paths.canonical)
  const lines: [key: string, html: string | undefined][] = [
    ['title', `<title>${escapeHtml(titleOf(name, siteName))}</title>`],
    ['meta:description', meta('name', 'description', description)],
    ['meta:robots', parts.isHidden ? meta('name', 'robots', 'noindex') : undefined],
    ['link:canonical', parts.isHidden ? undefined : linkTag('canonical', canonical)],
    ['link:prev', list?.hasPrevious ? linkTag('prev', parts.link(paths.list(list.page - 1))) : undefined],
    ['link:next', list?.hasNext ? linkTag('next', parts.link(paths.list(list.page + 1))) : undefined],
    ['meta:og:title', meta('property', 'og:title', name)],
    ['meta:og:description', meta('property', 'og:description', description)],
    ['meta:og:type', meta('property', 'og:type', addressed === undefined ? 'website' : 'article')],
    ['meta:og:url', parts.isHidden ? undefined : meta('property', 'og:url', canonical)],
    ['meta:og:image', image === undefined ? undefined : meta('property', 'og:image', parts.absolute(image))],
    ['meta:twitter:card', meta('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image')],
    ['meta:og:site_name', meta('property', 'og:site_name', siteName)],
    ['meta:og:locale', meta('property', 'og:locale', parts.language?.replaceAll('-', '_'))],
    ['meta:article:published_time', meta('property', 'article:published_time', textOf(addressed, 'datePublished'))],
  ]
  const own = lines.flatMap(([key, html]) => (html === undefined || template.head.has(key) ? [] : [html]))
  const { styleSheet, feed } = paths
  if (styleSheet !== undefined) own.push(linkTag('stylesheet', parts.link(styleSheet)))
  if (parts.styles !== undefined) own.push(`<style>${parts.styles}</style>`)
  if (feed !== undefined) own.push(feedLink(parts.link(feed), siteName ?? name))
  return `${own.join('\n')}\n${linkedDataScripts(parts)}`
}

const titleOf = (name: string, siteName: string | undefined): string =>
  siteName === undefined || siteName === name ? name : `${name} · ${siteName}`

/** The name of a resource for people. */
export const labelOf = ({ id, type, data }: SiteResource): string =>
  type.compiled.labelOf(data) ?? id.slice(id.lastIndexOf(':') + 1)

/** A short text about a resource, on one line. */
export function descriptionOf(resource: SiteResource | undefined): string | undefined {
  const text = textOf(resource, 'description')
  if (resource === undefined || text === undefined) return undefined
  const { mediaType } = propertyFactsOf(resource.type, ['description'])
  const line = (mediaType === undefined ? text : plainText(text, mediaType)).replace(/\s+/g, ' ').trim()
  return line.length > maxDescriptionLength ? `${line.slice(0, maxDescriptionLength - 1).trimEnd()}…` : line
}

/** The first picture of a resource that link previews can show. */
function pictureOf(resource: SiteResource | undefined): string | undefined {
  const value = resource?.data['image']
  for (const one of Array.isArray(value) ? value : [value]) {
    const address = isObject(one) ? (one['url'] ?? one['contentUrl']) : one
    const picture = typeof address === 'string' && !address.startsWith('urn:') ? previewPicture(address) : undefined
    if (picture !== undefined) return picture
  }
  return undefined
}

const meta = (kind: 'name' | 'property', name: string, content: string | undefined): string | undefined =>
  content === undefined ? undefined : `<meta ${kind}="${name}" content="${escapeHtml(content)}">`

const linkTag = (relation: string, address: string): string => `<link rel="${relation}" href="${escapeHtml(address)}">`

const feedLink = (address: string, title: string): string =>
  `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(address)}">`
