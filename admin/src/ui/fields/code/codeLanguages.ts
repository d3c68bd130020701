import type { Extension } from '@codemirror/state'

/** Language support of the code editor, loaded when a language is used. */
export const codeLanguages = {
  'text/html': async (): Promise<Extension> => (await import('@codemirror/lang-html')).html({ autoCloseTags: false }),
  'text/css': async (): Promise<Extension> => (await import('@codemirror/lang-css')).css(),
  'application/json': async (): Promise<Extension> => (await import('@codemirror/lang-json')).json(),
}

/** Languages by their media type. */
export type CodeLanguage = keyof typeof codeLanguages

/** Whether texts of this media type are edited in the code editor. */
export const isCodeLanguage = (mediaType: unknown): mediaType is CodeLanguage =>
  typeof mediaType === 'string' && Object.hasOwn(codeLanguages, mediaType)
