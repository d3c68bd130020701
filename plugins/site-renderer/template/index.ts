export { compileTemplate } from './compile.ts'
export { PageTooLarge, renderTemplate } from './render.ts'
export { previewPicture } from './html/urls.ts'
export { scriptJson } from '../../../lib/html/index.ts'
