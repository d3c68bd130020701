import sanitizeHtml from 'sanitize-html'
import { mapValues } from '../json/index.ts'
import { attempt, insteadOf } from '../errors/index.ts'
import { maxRichTextLength, richTextAttributes, richTextTags } from '../web-text/index.ts'
import { HtmlTooLarge, parseText } from './parse.ts'
import { serializeNodes } from './serialize.ts'

const maxTags = 30_000

const alignments = ['align-left', 'align-center', 'align-right']

/** Converts the alignment of a table cell to a class: pages have no `style` attributes. */
function alignByClass(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const side = /^text-align:\s*(left|center|right);?$/.exec(attribs['style'] ?? '')?.[1]
  return { tagName, attribs: side === undefined ? attribs : { ...attribs, class: `align-${side}` } }
}

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: { ...mapValues(richTextAttributes, names => [...names]), code: ['class'] },
  allowedClasses: { code: ['language-*'], td: alignments, th: alignments },
  transformTags: { td: alignByClass, th: alignByClass },
  // Whoever shows the text decides about each address, by `safeUrl`.
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'urn'],
  allowedSchemesByTag: { img: ['http', 'https', 'data', 'urn'] },
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
}

/** What a text may contain of HTML in which no tags overlap. */
export const keepAllowed = (html: string): string => sanitizeHtml(html, allowed)

/**
 * Remove from HTML of users what a text does not consist of: scripts, styles, frames, forms, event handlers.
 * @returns undefined for HTML that is too large, or nested too deeply
 */
export function cleanHtml(html: string): string | undefined {
  if (html.length > maxRichTextLength || html.split('<').length > maxTags) return undefined
  // sanitize-html ends elements unlike browsers where tags overlap: it gets HTML in which none do.
  return attempt(() => keepAllowed(serializeNodes(parseText(html))), insteadOf(HtmlTooLarge, undefined))
}
