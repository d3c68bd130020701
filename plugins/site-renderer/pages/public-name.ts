import type { PublicName } from '../../files/contract.ts'

/** The first part of the addresses of pictures and other files. */
export const filesPath = '/_files/'

/** The beginning of the paths of previews on the site. */
export const previewsPath = '/_preview/'

/** The last part of the address of a file. */
export const publicFileName = ({ sha256, width, extension }: PublicName): string =>
  `${sha256}${width === undefined ? '' : `-${width}`}.${extension}`

/** Read the last part of the address of a file. */
export function readPublicName(name: string): PublicName | undefined {
  const [, sha256, width, extension] = /^([0-9a-f]{64})(?:-([1-9]\d{0,4}))?\.([a-z0-9]{1,10})$/.exec(name) ?? []
  if (sha256 === undefined || extension === undefined) return undefined
  return { sha256, extension, ...(width !== undefined && { width: Number(width) }) }
}
