import type { Extension } from '@codemirror/state'

/** What a code editor knows about a language, loaded when it is written. */
export const codeLanguages = {
  'text/html': async (): Promise<Extension> => (await import('@codemirror/lang-html')).html({ autoCloseTags: false }),
  'text/css': async (): Promise<Extension> => (await import('@codemirror/lang-css')).css(),
  'text/markdown': async (): Promise<Extension> => (await import('@codemirror/lang-markdown')).markdown(),
  'application/json': async (): Promise<Extension> => (await import('@codemirror/lang-json')).json(),
}

/** Languages by their media type. */
export type CodeLanguage = keyof typeof codeLanguages

/** Whether texts of this media type are written in a code editor. */
export const isCodeLanguage = (mediaType: unknown): mediaType is CodeLanguage =>
  typeof mediaType === 'string' && Object.hasOwn(codeLanguages, mediaType)
