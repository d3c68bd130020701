import { html } from 'parse5'
import type { Element } from '../../../../lib/html/index.ts'

const names = (text: string): string[] => text.split(/\s+/).filter(name => name !== '')
const setOf = (text: string): ReadonlySet<string> => new Set(names(text))

/** Allowed elements of HTML. */
const elements = setOf(`
  html head body title meta link style
  address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote dd div dl dt figcaption figure hr li menu ol p pre ul
  a abbr b bdi bdo br cite code data dfn em i kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr
  area audio img map track video picture source del ins
  caption col colgroup table tbody td tfoot th thead tr
  button datalist fieldset form input label legend meter optgroup option output progress select textarea details summary dialog`)

/** Elements that are removed together with their content. Of any other one only the tag is removed. */
const removedWhole = setOf(`
  script noscript template iframe frame frameset object embed applet param base noembed noframes plaintext xmp math svg canvas portal
  annotation-xml foreignobject desc animate set animatetransform animatemotion`)

/** Allowed elements of SVG: shapes and their paint; nothing that contains HTML, animates, links or styles. */
const svgElements = setOf(`
  svg g defs symbol use path circle rect line polyline polygon ellipse text tspan linearGradient radialGradient stop clipPath mask`)

const globalAttributes = setOf(`
  class id title lang dir hidden tabindex role translate spellcheck inputmode itemscope itemprop itemtype itemid itemref popover style`)

const elementAttributes: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    a: 'href target rel hreflang type download',
    area: 'href alt coords shape target rel',
    audio: 'src controls loop muted preload autoplay',
    blockquote: 'cite',
    button: 'type name value disabled popovertarget popovertargetaction',
    col: 'span',
    colgroup: 'span',
    data: 'value',
    del: 'cite datetime',
    details: 'open name',
    dialog: 'open',
    fieldset: 'disabled name',
    form: 'action method autocomplete novalidate name',
    img: 'src srcset sizes alt width height loading decoding fetchpriority usemap',
    input:
      'type name value placeholder required min max step maxlength minlength pattern size checked disabled readonly multiple list autocomplete',
    ins: 'cite datetime',
    label: 'for',
    li: 'value',
    link: 'rel href type media sizes hreflang',
    map: 'name',
    meta: 'name property content media',
    meter: 'value min max low high optimum',
    ol: 'start reversed type',
    optgroup: 'label disabled',
    option: 'value selected disabled label',
    output: 'for',
    progress: 'value max',
    q: 'cite',
    select: 'name multiple size required disabled autocomplete',
    source: 'src srcset sizes media type width height',
    style: 'media',
    td: 'colspan rowspan headers',
    textarea: 'name rows cols placeholder required maxlength minlength disabled readonly',
    th: 'colspan rowspan headers scope abbr',
    time: 'datetime',
    track: 'src kind srclang label default',
    video: 'src poster controls loop muted playsinline preload width height autoplay',
    script: 'src type async defer integrity',
  }).map(([element, attributes]) => [element, setOf(attributes)]),
)

const svgAttributes = setOf(`
  class id lang role viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry d points dx dy transform opacity
  fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-opacity stroke-miterlimit
  vector-effect clip-path clip-rule mask gradientUnits gradientTransform offset stop-color stop-opacity font-size font-family font-weight text-anchor
  dominant-baseline focusable href xmlns pathLength`)

/** Attributes that contain an address. */
export const urlAttributes: ReadonlySet<string> = setOf('href src cite action poster')
/** Those of them that contain the address of a picture, by element. */
export const isPictureAddress = (element: string, attribute: string): boolean =>
  (element === 'img' && attribute === 'src') || (element === 'video' && attribute === 'poster')

export const isSvg = (element: Pick<Element, 'namespaceURI'>): boolean => element.namespaceURI === html.NS.SVG

const plainName = /^[a-z][a-z0-9._-]*$/

/** What happens to an element: it is kept, replaced by its children, or removed with them. */
export function actionFor(element: Element, allowScripts: boolean): 'keep' | 'unwrap' | 'remove' {
  if (isSvg(element)) return svgElements.has(element.tagName) ? 'keep' : 'remove'
  if (element.namespaceURI !== html.NS.HTML) return 'remove'
  if (elements.has(element.tagName)) return 'keep'
  if (element.tagName === 'script' && allowScripts) return 'keep'
  return removedWhole.has(element.tagName) ? 'remove' : 'unwrap'
}

/** Whether an attribute is allowed on an element, whatever its value. */
export function isAllowedAttribute(element: Element, name: string, allowScripts: boolean): boolean {
  if (/^(?:aria|data)-/.test(name)) return plainName.test(name)
  if (isSvg(element)) return svgAttributes.has(name)
  if (/^on[a-z]+$/.test(name)) return allowScripts
  return globalAttributes.has(name) || elementAttributes[element.tagName]?.has(name) === true
}

const slotlessAttributes = setOf(
  'style id rel type method action target name for list popover popovertarget is http-equiv srcset sizes media',
)

/** Whether data can fill an attribute: attributes that decide what an element does belong to the template. */
export const isFillable = (element: Element, name: string): boolean =>
  !isSvg(element) &&
  !name.startsWith('on') &&
  !['script', 'style', 'link', 'html', 'head', 'body'].includes(element.tagName) &&
  isAllowedAttribute(element, name, false) &&
  (!slotlessAttributes.has(name) || (name === 'srcset' && ['img', 'source'].includes(element.tagName)))

/** Elements whose slot accepts HTML if the property contains HTML or Markdown. */
export const blockElements: ReadonlySet<string> = setOf(
  'div section article main aside header footer nav search td li dd blockquote figure figcaption details address body fieldset',
)

/** Elements that cannot contain text: the parser would move it elsewhere. */
export const textlessElements: ReadonlySet<string> = setOf(
  'html head table thead tbody tfoot tr colgroup select optgroup datalist picture audio video svg style script',
)
