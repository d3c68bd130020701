import type { ElementBinding, SlotPart, SlotPath } from './attributes.ts'
import { attributeOf, isElement, voidElements } from '../../../lib/html/index.ts'
import type { Element } from '../../../lib/html/index.ts'
import { isFillable, isPictureAddress, textlessElements, urlAttributes } from './html/policy.ts'
import type { AttributeRole, AttributeSlot } from './program.ts'

/** How the slots of an element are filled. */
interface SlotPlan {
  attributes: AttributeSlot[]
  /** The source of its text. */
  content: SlotPath | undefined
  hidesWhenEmpty: boolean
  hidesUnbound: boolean
}

/** Elements that have no use without a filled value. */
const emptyFrames: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'a', 'area', 'source', 'track'])

/** The attributes that a slot fills by default, by element; `text` is its text. */
const usualTargets: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  img: ['src'],
  audio: ['src'],
  video: ['src'],
  track: ['src'],
  source: ['src'],
  meta: ['content'],
  time: ['datetime', 'text'],
  data: ['value', 'text'],
  meter: ['value'],
  progress: ['value'],
  input: ['value'],
}

/** Decide which slot fills what. @param report called for a slot that cannot be filled */
export function planSlots(
  element: Element,
  binding: ElementBinding,
  parent: string,
  report: (message: string) => void,
): SlotPlan {
  const { tagName: tag } = element
  const attributes = new Map<string, AttributeSlot>()
  let content: SlotPath | undefined
  for (const part of binding.parts) {
    for (const target of targetsOf(element, part, parent)) {
      if (target === 'show') {
        attributes.set(target, { name: target, role: 'show', path: part.path, own: undefined })
      } else if (target !== 'text') {
        if (!isFillable(element, target)) report(`nothing may fill ${target} of <${tag}>`)
        else
          attributes.set(target, {
            name: target,
            role: roleOf(element, target),
            path: part.path,
            own: ownClass(element, target),
          })
      } else if (textlessElements.has(tag) || voidElements.has(tag)) report(`<${tag}> may not contain text`)
      else content = part.path
    }
  }
  const isFrame =
    emptyFrames.has(tag) && (tag !== 'a' || content !== undefined || !element.childNodes.some(holdsBinding))
  return {
    attributes: [...attributes.values()],
    content,
    hidesWhenEmpty: isFrame && [...attributes.values()].some(({ role }) => role !== 'show'),
    hidesUnbound: binding.entity !== undefined && binding.list === undefined && !['body', 'main'].includes(tag),
  }
}

function targetsOf(element: Element, { target }: SlotPart, parent: string): readonly string[] {
  if (target !== undefined) return [target]
  const { tagName: tag } = element
  if (tag === 'source' && parent === 'picture') return ['srcset']
  if (tag === 'input' && isChoice(element)) return ['checked']
  return usualTargets[tag] ?? ['text']
}

const isChoice = (element: Element): boolean =>
  ['checkbox', 'radio'].includes(attributeOf(element, 'type')?.toLowerCase() ?? '')

const flags: ReadonlySet<string> = new Set(
  'checked selected disabled readonly required multiple hidden open controls loop muted autoplay playsinline reversed default itemscope'.split(
    ' ',
  ),
)

/** The properties of `meta` elements that contain an address. */
const addressProperty = /(?:^|[:.])(?:image|url|secure_url|video|audio|player|src)$/i

/** Whether a `meta` element contains the address of a picture for link previews, or another address. */
export function metaAddress(element: Element): 'picture' | 'url' | undefined {
  const name = attributeOf(element, 'property') ?? attributeOf(element, 'name') ?? ''
  if (element.tagName !== 'meta' || !addressProperty.test(name)) return undefined
  return /^(?:og|twitter):image(?::|$)/i.test(name) ? 'picture' : 'url'
}

function roleOf(element: Element, attribute: string): AttributeRole {
  const { tagName: tag } = element
  const address = attribute === 'content' ? metaAddress(element) : undefined
  if (address !== undefined) return address === 'picture' ? 'preview' : 'url'
  if (isPictureAddress(tag, attribute)) return 'picture'
  if (attribute === 'srcset') return 'srcset'
  if (urlAttributes.has(attribute)) return 'url'
  if (attribute === 'datetime') return 'date'
  if (attribute === 'class') return 'class'
  if (flags.has(attribute)) return 'flag'
  return attribute === 'content' || attribute === 'value' || attribute.startsWith('data-') ? 'data' : 'text'
}

const ownClass = (element: Element, attribute: string): string | undefined =>
  attribute === 'class' ? attributeOf(element, 'class') : undefined

const holdsBinding = (node: Element['childNodes'][number]): boolean =>
  isElement(node) &&
  (node.attrs.some(({ name }) => ['data-svc-slot', 'data-svc-entity', 'data-svc-path'].includes(name)) ||
    node.childNodes.some(holdsBinding))
