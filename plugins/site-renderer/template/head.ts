import { isBindingAttribute } from './attributes.ts'
import { attributeOf, isElement, isText } from '../../../lib/html/index.ts'
import type { Document, Element, Parent } from '../../../lib/html/index.ts'
import { isSvg } from './html/policy.ts'

/** Styles of every page: an author's `display` must not show hidden elements. */
const ownStyles = '[hidden]{display:none!important}'

/**
 * Convert the `style` attributes of a document, in place, to classes.
 * @returns the style sheet for them, together with the styles of every page
 */
export function extractStyles(document: Document): string {
  const classes = new Map<string, string>()
  visit(document, element => {
    const style = attributeOf(element, 'style')
    if (style === undefined) return
    const name = classes.get(style) ?? `svc-style-${classes.size + 1}`
    classes.set(style, name)
    const given = attributeOf(element, 'class')
    element.attrs = element.attrs.filter(attribute => attribute.name !== 'style' && attribute.name !== 'class')
    element.attrs.push({ name: 'class', value: given === undefined ? name : `${given} ${name}` })
  })
  // The class is repeated three times, so that it takes precedence over style sheets, as the attribute does.
  return ownStyles + [...classes].map(([style, name]) => `.${name}.${name}.${name}{${style}}`).join('')
}

/** The `lang` of an element, if it is a valid language tag (BCP 47). */
export function languageOf(element: Element): string | undefined {
  const text = attributeOf(element, 'lang')
  return text !== undefined && isLanguageTag(text) ? text : undefined
}

/** Whether a text is a valid language tag (BCP 47). */
export const isLanguageTag = (text: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text)

/**
 * Remove, in place, the placeholders of a document's head that are empty, such as the empty description of many starting documents: the page gets
 * its own instead. What a slot fills stays.
 */
export function dropPlaceholders(parent: Parent): void {
  parent.childNodes = parent.childNodes.filter(node => !isElement(node) || !isPlaceholder(node))
  for (const node of parent.childNodes) if (isElement(node)) dropPlaceholders(node)
}

function isPlaceholder(element: Element): boolean {
  if (isSvg(element) || element.attrs.some(({ name }) => isBindingAttribute(name))) return false
  const isBlank = (attribute: string): boolean => (attributeOf(element, attribute) ?? '').trim() === ''
  switch (element.tagName) {
    case 'title':
      return element.childNodes.every(node => isText(node) && node.value.trim() === '')
    case 'meta':
      return !(isBlank('name') && isBlank('property')) && isBlank('content')
    case 'link':
      return isBlank('href')
    default:
      return false
  }
}

/** The elements of a document's head. */
export function describeHead(document: Document): Set<string> {
  const found = new Set<string>()
  visit(document, element => {
    if (isSvg(element)) return
    if (element.tagName === 'title') found.add('title')
    if (element.tagName === 'meta') {
      const name = attributeOf(element, 'name') ?? attributeOf(element, 'property')
      if (name !== undefined) found.add(`meta:${name.toLowerCase()}`)
    }
    if (element.tagName === 'link') {
      for (const relation of (attributeOf(element, 'rel') ?? '').toLowerCase().split(/\s+/))
        found.add(`link:${relation}`)
    }
  })
  return found
}

function visit(parent: Parent, see: (element: Element) => void): void {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue
    see(node)
    visit(node, see)
  }
}
