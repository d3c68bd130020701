const placeholder = /\{([^{}.]*)((?:\.[^{}]*)?)\}/g

/** The template of a label with a property renamed; without a new name its placeholders are removed. */
export const renameInLabel = (template: string, from: string, to: string | undefined): string =>
  template.replaceAll(placeholder, (whole: string, name: string, rest: string) => {
    if (name !== from) return whole
    return to === undefined ? '' : `{${to}${rest}}`
  })
