export { compileTemplate } from './compile.ts'
export { PageTooLarge, renderTemplate } from './render.ts'
export { scriptJson } from './html/serialize.ts'
