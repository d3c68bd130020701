import type { PictureName } from '../../files/contract.ts'

/** The first part of the addresses of pictures. */
export const picturesPath = '/_files/'

/** The last part of the address of a picture. */
export const fileName = ({ sha256, width, extension }: PictureName): string => `${sha256}-${width}.${extension}`

/** Read the last part of the address of a picture. */
export function readPictureName(name: string): PictureName | undefined {
  const [, sha256, width, extension] = /^([0-9a-f]{64})-([1-9]\d{0,4})\.(jpg|png|svg)$/.exec(name) ?? []
  if (sha256 === undefined || (extension !== 'jpg' && extension !== 'png' && extension !== 'svg')) return undefined
  return { sha256, width: Number(width), extension }
}
