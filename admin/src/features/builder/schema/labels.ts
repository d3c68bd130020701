const placeholder = /\{([^{}.]*)((?:\.[^{}]*)?)\}/g

/** The template of a label with another name for a property; without a name its placeholders go. */
export const renameInLabel = (template: string, from: string, to: string | undefined): string =>
  template.replaceAll(placeholder, (whole: string, name: string, rest: string) => {
    if (name !== from) return whole
    return to === undefined ? '' : `{${to}${rest}}`
  })
