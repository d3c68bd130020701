/** What one field of a row was refused for. */
export interface RefusedField {
  /** As the service writes it: `address.city`, `tags[2]`. */
  field: string
  message: string
}

const fieldAtStart = /^([^\s:;"][^:;"]{0,200}): (.+)$/s

/** Take the message of a refused row apart: `name: is required; year: must be integer`. */
export function readRefusedFields(message: string): RefusedField[] {
  const errors: RefusedField[] = []
  for (const part of message.split('; ')) {
    const [, field, text] = fieldAtStart.exec(part) ?? []
    const last = errors.at(-1)
    if (field !== undefined && text !== undefined) errors.push({ field, message: text })
    else if (last === undefined) return []
    else last.message += `; ${part}`
  }
  return errors
}
