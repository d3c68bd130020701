export { compileTemplate } from './compile.ts'
export { PageTooLarge, renderTemplate } from './render.ts'
export { previewPicture, safeUrl } from './html/urls.ts'
export { scriptJson } from './html/serialize.ts'
