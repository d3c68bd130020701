/** Characters that an XML 1.0 document cannot contain, including lone surrogates. */
// eslint-disable-next-line no-control-regex
const illegal =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text escaped for XML, also inside quotes. */
export const xmlText = (text: string): string =>
  text.replace(illegal, '').replace(/[&<>"']/g, character => entities[character] ?? '')

/** An element with text. */
export const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
