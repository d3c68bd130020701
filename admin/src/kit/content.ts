/** Resources of any type, the types and their groups in the sidebar, files and pictures. */
export {
  archiveResource,
  dataOf,
  listResources,
  patchResource,
  restoreResource,
  searchResources,
  shortId,
  slugOf,
} from '../api/content/resources.ts'
export { asType, hasList, listTypes } from '../api/content/types.ts'
export { arrange } from '../stores/arrange.ts'
export { useSidebar } from '../stores/sidebar.ts'
export type { ShownFile } from '../sources.ts'
export { iconOfMedia } from '../value/mediaIcon.ts'
export { pictureOf, sizeWithin } from '../value/picture.ts'
export type { ShownPicture } from '../value/picture.ts'
