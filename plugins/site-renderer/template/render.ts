import type { CompiledTemplate, RenderOptions, TemplateBinding } from '../contract.ts'
import type { Bindings } from '../binding/bind.ts'
import type { Frame, Place } from '../binding/paths.ts'
import { isText } from '../binding/schema-org.ts'
import type { SlotPath } from './attributes.ts'
import { Formats } from './formats.ts'
import type { AttributeSlot, FilledAttribute, FilledContent, LocalLink, Operations, Program } from './program.ts'
import { attributeText, escapeHtml } from '../../../lib/html/index.ts'
import { isLocalPath, safeUrl } from '../../../lib/web-text/index.ts'
import { previewPicture, safeSrcset } from './html/urls.ts'
import type { RichText } from '../markdown/rich-text.ts'
import { isLanguageTag } from './head.ts'
import { addressOf, alternativeOf, htmlOf, plainValue, readableText } from './values.ts'

/** A page that exceeds the limit of size or steps. */
export class PageTooLarge extends Error {
  override name = 'PageTooLarge'
}

const defaultMaxBytes = 4 * 1024 * 1024
const maxSteps = 300_000

/**
 * Render a page: walk through the compiled template, in which only values are computed. Every value is escaped for its context.
 * @returns a whole HTML document
 * @throws `PageTooLarge`
 */
export function renderTemplate(
  template: CompiledTemplate,
  binding: TemplateBinding,
  options: RenderOptions = {},
): string {
  const renderer = new Renderer(template, binding.bindings, options)
  return renderer.render(template.program)
}

class Renderer {
  #html = ''
  #steps = 0
  readonly #bindings: Bindings
  readonly #options: RenderOptions
  readonly #language: string
  readonly #formats: Formats
  readonly #maxBytes: number

  constructor(template: CompiledTemplate, bindings: Bindings, options: RenderOptions) {
    this.#bindings = bindings
    this.#options = options
    this.#language = options.language ?? template.language ?? 'en'
    this.#formats = Formats.of(this.#language, options.timeZone)
    this.#maxBytes = options.maxBytes ?? defaultMaxBytes
  }

  render({ operations }: Program): string {
    this.#run(operations, this.#bindings.root)
    if (Buffer.byteLength(this.#html) > this.#maxBytes) throw this.#tooLarge()
    return this.#html
  }

  #tooLarge(): PageTooLarge {
    return new PageTooLarge(`the page is larger than ${this.#maxBytes} bytes, or takes more than ${maxSteps} steps`)
  }

  #write(html: string): void {
    this.#html += html
    if (this.#html.length > this.#maxBytes) throw this.#tooLarge()
  }

  /** Several values as one text. */
  #join(places: readonly Place[], textOf: (place: Place) => string, separator = ', '): string {
    let joined = ''
    for (const place of places) {
      const text = textOf(place)
      if (text !== '') joined += joined === '' ? text : separator + text
      if (joined.length > this.#maxBytes) throw this.#tooLarge()
    }
    return joined
  }

  #run(operations: Operations, frame: Frame): void {
    this.#steps += operations.length
    if (this.#steps > maxSteps) throw this.#tooLarge()
    for (const operation of operations) {
      if (typeof operation === 'string') {
        this.#write(operation)
        continue
      }
      switch (operation.kind) {
        case 'attributes':
          this.#attributes(operation, frame)
          break
        case 'content':
          this.#content(operation, frame)
          break
        case 'entity':
          for (const child of frame.children[operation.place] ?? []) this.#run(operation.body, child)
          break
        case 'empty':
          if (operation.place >= 0 && frame.children[operation.place]?.length === 0) this.#run(operation.body, frame)
          break
        case 'link':
          this.#staticLink(operation)
          break
        case 'resource-id':
          if (frame.resource !== undefined) this.#write(attributeText('data-svc-resource', frame.resource.id))
          break
        case 'work-language':
          this.#workLanguage(frame)
          break
        case 'language':
          this.#write(attributeText('lang', this.#language))
          break
        case 'head':
          this.#write(this.#options.head ?? '')
          break
      }
    }
  }

  /** The language of a text that is not in that of the page. */
  #workLanguage({ resource }: Frame): void {
    const language = resource !== undefined && isText(resource.type) ? resource.data['inLanguage'] : undefined
    if (typeof language !== 'string' || !isLanguageTag(language)) return
    if (language.toLowerCase() !== this.#language.toLowerCase()) this.#write(attributeText('lang', language))
  }

  #values(path: SlotPath, frame: Frame): readonly Place[] {
    const { reserved, page } = path
    const places = path.names.length === 0 ? [frame] : (frame.values.get(path) ?? [])
    return reserved === undefined
      ? places
      : places.slice(0, 1).flatMap(place => this.#reserved(reserved, page, place, frame))
  }

  #reserved(
    name: NonNullable<SlotPath['reserved']>,
    page: string | undefined,
    place: Place,
    frame: Frame,
  ): readonly Place[] {
    const value = this.#reservedValue(name, page, place, frame)
    if (name === '@value') return place.value === undefined || place.value === null ? [] : [place]
    return value === undefined ? [] : [{ value, owner: undefined, path: [], resource: undefined }]
  }

  #reservedValue(
    name: NonNullable<SlotPath['reserved']>,
    page: string | undefined,
    place: Place,
    frame: Frame,
  ): string | number | undefined {
    const { list } = this.#bindings
    const { listPath = (number: number) => `?page=${number}` } = this.#options
    switch (name) {
      case '@id':
        return place.resource?.id
      case '@type':
        return place.resource?.type.linkedData.type
      case '@url':
        return this.#ownPath(place, page) ?? addressOf(place)
      case '@index':
        return frame.index
      case '@previous':
        return list?.hasPrevious === true ? listPath(list.page - 1) : undefined
      case '@next':
        return list?.hasNext === true ? listPath(list.page + 1) : undefined
      case '@page':
        return list?.page
      case '@pages':
        return list?.pages
      case '@total':
        return list?.total
      case '@value':
        return undefined
    }
  }

  #ownPath({ resource }: Place, page: string | undefined): string | undefined {
    return resource === undefined ? undefined : this.#options.resourcePath?.(resource, page)
  }

  #link(url: string): string {
    return isLocalPath(url) && this.#options.link !== undefined ? this.#options.link(url) : url
  }

  #staticLink({ path, setsAriaCurrent }: LocalLink): void {
    this.#write(escapeHtml(this.#link(path)))
    if (setsAriaCurrent && this.#isCurrent(this.#link(path))) this.#write('" aria-current="page')
  }

  #isCurrent(link: string): boolean {
    const { currentPath } = this.#options
    return currentPath !== undefined && link === this.#link(currentPath)
  }

  #attributes(operation: FilledAttribute, frame: Frame): void {
    let isEmpty = true
    let isShown = true
    for (const slot of operation.attributes) {
      if (slot.role === 'show') {
        if (!this.#hasValue(slot.path, frame)) isShown = false
        continue
      }
      const text = this.#attributeValue(slot, frame)
      if (text === undefined) this.#emptyAttribute(operation.tag, slot)
      else {
        if (slot.role !== 'class' || text !== slot.own) isEmpty = false
        this.#write(attributeText(slot.name, text))
        if (operation.setsAriaCurrent && slot.name === 'href' && this.#isCurrent(text))
          this.#write(' aria-current="page"')
      }
      if (slot.role === 'picture' && operation.tag === 'img' && !operation.hasAlt) this.#alternative(slot, frame)
    }
    if (operation.canHide && (!isShown || this.#isHidden(operation, frame, isEmpty))) this.#write(' hidden')
  }

  #hasValue(path: SlotPath, frame: Frame): boolean {
    return this.#values(path, frame).some(({ value }) => value !== false && value !== '')
  }

  /** Attributes that an element requires are kept, empty. */
  #emptyAttribute(tag: string, { name, own }: AttributeSlot): void {
    if (own !== undefined) this.#write(attributeText(name, own))
    else if (name === 'alt' || (tag === 'meta' && name === 'content')) this.#write(` ${name}`)
  }

  #alternative({ path }: AttributeSlot, frame: Frame): void {
    const place = this.#values(path, frame)[0]
    const own = place && (alternativeOf(place) ?? this.#options.alternative?.(String(place.value)))
    this.#write(attributeText('alt', own ?? ''))
  }

  #isHidden({ hidesUnbound, hidesWhenEmpty, content }: FilledAttribute, frame: Frame, isEmpty: boolean): boolean {
    if (hidesUnbound && !frame.isBound) return true
    if (content === undefined) return hidesWhenEmpty && isEmpty
    const places = this.#values(content, frame)
    if (places.length === 1 && places[0]?.value === false) return true
    return hidesWhenEmpty && isEmpty && places.every(place => readableText(place, this.#formats, false) === '')
  }

  /** The value of an attribute; undefined when it has no valid one. */
  #attributeValue({ role, path, own }: AttributeSlot, frame: Frame): string | undefined {
    const places = this.#values(path, frame)
    const first = places[0]
    if (first === undefined) return undefined
    switch (role) {
      case 'url':
        return this.#address(first, false)
      case 'picture':
        return this.#address(first, true)
      case 'preview':
        return this.#previewPicture(places)
      case 'srcset':
        return safeSrcset(
          this.#join(places, place => addressOf(place) ?? ''),
          url => this.#link(url),
        )
      case 'show':
        return undefined
      case 'flag':
        return first.value === true ? '' : undefined
      case 'class': {
        const classes = this.#join(places, plainValue, ' ').trim()
        return classes === '' ? own : own === undefined ? classes : `${own} ${classes}`
      }
      case 'data':
      case 'date':
        return this.#join(places, plainValue)
      case 'text':
        return this.#join(places, place =>
          typeof place.value === 'boolean' ? String(place.value) : readableText(place, this.#formats, false),
        )
    }
  }

  #previewPicture(places: readonly Place[]): string | undefined {
    for (const place of places) {
      const url = previewPicture(addressOf(place) ?? '')
      if (url !== undefined) return isLocalPath(url) ? (this.#options.absolute?.(url) ?? url) : url
    }
    return undefined
  }

  #address(place: Place, picture: boolean): string | undefined {
    const text = (picture ? undefined : this.#ownPath(place, undefined)) ?? addressOf(place)
    const url = text === undefined ? undefined : safeUrl(text, picture)
    return url === undefined || url === '' ? undefined : this.#link(url)
  }

  #content({ path, block, inLink, date, doublesLineFeed, own }: FilledContent, frame: Frame): void {
    const places = this.#values(path, frame)
    const first = places[0]
    if (first === undefined) return
    if (places.length === 1 && typeof first.value === 'boolean') {
      if (first.value) this.#run(own, frame)
      return
    }
    if (block && places.some(place => htmlOf(place, inLink) !== undefined)) {
      for (const place of places) this.#rich(place, inLink)
      return
    }
    const text = this.#join(places, place => readableText(place, this.#formats, date))
    this.#write((doublesLineFeed && text.startsWith('\n') ? '\n' : '') + escapeHtml(text))
  }

  #rich(place: Place, inLink: boolean): void {
    const parts = htmlOf(place, inLink)
    if (parts === undefined) this.#write(escapeHtml(readableText(place, this.#formats, false)))
    else for (const part of parts) this.#write(typeof part === 'string' ? part : this.#richLink(part))
  }

  /** A link to a record leads to its page; without one the text of the link remains. */
  #richLink(part: Exclude<RichText[number], string>): string {
    if ('path' in part) return escapeHtml(this.#link(part.path))
    const resource = this.#bindings.lookup.resource('record' in part ? part.record : part.endOf)
    const path = resource && this.#options.resourcePath?.(resource, undefined)
    if (path === undefined || path === null) return ''
    return 'record' in part ? `<a${part.attributes}${attributeText('href', this.#link(path))}>` : '</a>'
  }
}
