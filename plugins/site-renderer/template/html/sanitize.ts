import type { TemplateProblem } from '../../contract.ts'
import { bindingPrefix, isBindingAttribute, placeAttribute } from '../attributes.ts'
import { attributeOf, isElement, isText } from '../../../../lib/html/index.ts'
import type { Element, Node, Parent } from '../../../../lib/html/index.ts'
import { actionFor, isAllowedAttribute, isPictureAddress, isSvg, urlAttributes } from './policy.ts'
import { cleanDeclarations, cleanStyleSheet } from './styles.ts'
import { isLocalPath, safeUrl } from '../../../../lib/web-text/index.ts'
import { previewPicture, safeSrcset } from './urls.ts'
import { metaAddress } from '../element-slots.ts'

/** How to sanitise a tree. */
export interface SanitizeOptions {
  allowScripts: boolean
  /** Called for everything that is removed. */
  report: (kind: TemplateProblem['kind'], message: string, element: Element, attribute?: string) => void
  /** Whether {@link placeAttribute} was set by the engine and is kept. */
  keepPlaces: boolean
}

/** Remove from a tree, in place, everything that the policy does not allow. */
export function sanitizeTree(parent: Parent, options: SanitizeOptions): void {
  const kept: Node[] = []
  for (const node of parent.childNodes) keep(node, kept, options)
  for (const node of kept) node.parentNode = parent
  parent.childNodes = kept
}

function keep(node: Node, kept: Node[], options: SanitizeOptions): void {
  if (isText(node)) kept.push(node)
  else if (isElement(node)) keepElement(node, kept, options)
}

function keepElement(element: Element, kept: Node[], options: SanitizeOptions): void {
  // The engine writes its own.
  if (element.tagName === 'meta' && attributeOf(element, 'charset') !== undefined) return
  const action = isHarmful(element, options) ? 'remove' : actionFor(element, options.allowScripts)
  if (action !== 'keep') options.report('removed-element', reasonToRemove(element), element)
  if (action === 'remove') return
  if (action === 'unwrap') {
    for (const child of element.childNodes) keep(child, kept, options)
    return
  }
  sanitizeAttributes(element, options)
  if (element.tagName === 'style' && !isSvg(element)) sanitizeStyle(element, options)
  else sanitizeTree(element, options)
  kept.push(element)
}

/** Elements that are generally allowed, but not with these attributes. */
function isHarmful(element: Element, { allowScripts }: SanitizeOptions): boolean {
  switch (element.tagName) {
    case 'meta':
      return (
        attributeOf(element, 'http-equiv') !== undefined ||
        attributeOf(element, 'name')?.toLowerCase().trim() === 'referrer'
      )
    case 'link':
      return !isHarmlessLink(element)
    case 'script': {
      const src = attributeOf(element, 'src')
      return allowScripts && src !== undefined && safeUrl(src) === undefined
    }
    default:
      return false
  }
}

function reasonToRemove(element: Element): string {
  if (element.tagName !== 'link' || !isOfAllowedRelation(element)) return `<${element.tagName}> is not allowed here`
  const address = attributeOf(element, 'href') ?? ''
  return `a style sheet must be a file of this site, with an address that begins with /: ${address}`
}

const linkRelations: ReadonlySet<string> = new Set(
  'stylesheet icon apple-touch-icon mask-icon canonical alternate prev next author license help search me shortcut'.split(
    ' ',
  ),
)

const relationsOf = (element: Element): string[] =>
  (attributeOf(element, 'rel') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(relation => relation !== '')

function isOfAllowedRelation(element: Element): boolean {
  const relations = relationsOf(element)
  return relations.length > 0 && relations.every(relation => linkRelations.has(relation))
}

/** A link that describes the page, or loads a style sheet or picture of this site. */
const isHarmlessLink = (element: Element): boolean =>
  isOfAllowedRelation(element) &&
  (!relationsOf(element).includes('stylesheet') || isLocalPath(attributeOf(element, 'href')?.trim() ?? ''))

function sanitizeAttributes(element: Element, options: SanitizeOptions): void {
  const kept: Element['attrs'] = []
  for (const attribute of element.attrs) {
    if (attribute.name === 'style' && isAllowedAttribute(element, 'style', false)) {
      const report = (message: string): void => options.report('removed-declaration', message, element, 'style')
      const value = cleanDeclarations(attribute.value, report)
      if (value !== undefined) kept.push({ name: 'style', value })
      continue
    }
    const value = keptValue(element, attribute.name, attribute.value, attribute.namespace, options)
    if (value !== undefined) kept.push({ name: attribute.name, value })
    else if (attribute.name.startsWith(bindingPrefix)) {
      options.report('unknown-attribute', `there is no ${attribute.name}`, element, attribute.name)
    } else {
      options.report(
        'removed-attribute',
        `${attribute.name} is not allowed on <${element.tagName}> with this value`,
        element,
        attribute.name,
      )
    }
  }
  element.attrs = kept
}

function keptValue(
  element: Element,
  name: string,
  value: string,
  namespace: string | undefined,
  { allowScripts, keepPlaces }: SanitizeOptions,
): string | undefined {
  if (namespace !== undefined && namespace !== '') return undefined
  if (name.startsWith(bindingPrefix))
    return isBindingAttribute(name) || (keepPlaces && name === placeAttribute) ? value : undefined
  if (!isAllowedAttribute(element, name, allowScripts)) return undefined
  if (isSvg(element)) return keptSvgValue(name, value)
  if (name === 'srcset') return safeSrcset(value)
  if (name === 'content') return keptContent(element, value)
  if (element.tagName === 'form') return keptFormValue(name, value)
  if (urlAttributes.has(name)) return safeUrl(value, isPictureAddress(element.tagName, name))
  return name === 'target' && !/^_(?:blank|self|top|parent)$/i.test(value) ? undefined : value
}

/** A `meta` element can contain an address, such as that of a picture for link previews. */
function keptContent(element: Element, value: string): string | undefined {
  const address = metaAddress(element)
  if (address === undefined) return value
  return address === 'picture' ? previewPicture(value) : safeUrl(value)
}

/** In a drawing, addresses refer to other parts of it. */
function keptSvgValue(name: string, value: string): string | undefined {
  if (name === 'href') return /^#[\w.-]+$/.test(value) ? value : undefined
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg' ? value : undefined
  if (/[<>{}\\]/.test(value)) return undefined
  return /url|javascript|data:/i.test(value) && !/^url\(#[\w.-]+\)$/.test(value) ? undefined : value
}

/** A form requests a page of this site, as a search does; it sends nothing to other sites or the API. */
function keptFormValue(name: string, value: string): string | undefined {
  if (name === 'method') return value.trim().toLowerCase() === 'get' ? 'get' : undefined
  if (name !== 'action') return value
  const url = safeUrl(value)
  return url !== undefined && isLocalPath(url) && !/^\/api(?:[/?#]|$)/i.test(url) && !url.includes('..')
    ? url
    : undefined
}

function sanitizeStyle(element: Element, { report }: SanitizeOptions): void {
  const refuse = (message: string): void => report('removed-declaration', message, element)
  for (const child of element.childNodes) if (isText(child)) child.value = cleanStyleSheet(child.value, refuse)
  element.childNodes = element.childNodes.filter(isText)
}
