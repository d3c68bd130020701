/** One reference token of a JSON Pointer. */
export const pointerToken = (name: string | number): string => String(name).replace(/~/g, '~0').replace(/\//g, '~1')

/** The JSON Pointer (RFC 6901) of a path; empty for the root. */
export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map(name => `/${pointerToken(name)}`).join('')

/** The reference tokens of a JSON Pointer. */
export const pointerTokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replace(/~1/g, '/').replace(/~0/g, '~'))
