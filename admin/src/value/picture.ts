import type { CSSProperties } from 'vue'
import type { Json } from '../api/transport/json.ts'
import { source } from '../sources.ts'

/** A picture, as an `img` shows it. */
export interface ShownPicture {
  src: string
  /** The same picture in other widths. */
  srcset?: string | undefined
  /** Its size in pixels, if it is known. */
  width?: number | undefined
  height?: number | undefined
  /** What it shows, for people who do not see it, if somebody said. */
  alternative?: string
  /** The address of a small one, shown until it is loaded. */
  placeholder?: string | undefined
  /** What stays visible when it is cropped (`object-position`). */
  position?: string | undefined
}

/**
 * The style of a picture in its own ratio, whose room is there before it is loaded.
 * @param most its height at most, `12rem`
 * @param part its width at most
 */
export function sizeWithin({ width, height }: ShownPicture, most: string, part = '100%'): CSSProperties {
  const isKnown = width !== undefined && height !== undefined && height > 0
  return isKnown
    ? { inlineSize: `min(${part}, ${width}px, ${most} * ${width / height})`, blockSize: 'auto' }
    : { inlineSize: 'auto', blockSize: 'auto', maxInlineSize: part, maxBlockSize: most }
}

/** Whether the content security policy of the admin permits pictures from an address. */
export const isPictureAddress = (address: string): boolean =>
  /^https:\/\/[^\s/]+\/\S|^\/\S|^data:image\//i.test(address)

/** The picture of an address, or of a file; undefined for other texts, for files that are no pictures, and until a file is known. Reactive. */
export function pictureOf(address: string): ShownPicture | undefined {
  if (source('files').isFile(address)) return source('files').find(address)?.picture
  return isPictureAddress(address) ? { src: address } : undefined
}

/** The picture of a value; of a list, its first one. */
export function firstPicture(value: Json | undefined): ShownPicture | undefined {
  if (Array.isArray(value)) return value.map(firstPicture).find(picture => picture !== undefined)
  return typeof value === 'string' ? pictureOf(value) : undefined
}
