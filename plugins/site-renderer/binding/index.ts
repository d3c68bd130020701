export { bindTemplate } from './bind.ts'
export { lintTemplate } from './lint.ts'
export { createSiteReader, overlayReader } from './reader.ts'
export { typesNamed } from './schema-org.ts'
