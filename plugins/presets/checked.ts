import { compileCheck, failures } from '../../kernel/index.ts'
import { fault } from './files.ts'
import type { PresetFiles } from './files.ts'

/** Reads a part of a preset whose shape a JSON Schema tells. */
export type CheckedReader<Shape> = (files: PresetFiles, path: string) => Promise<Shape>

/**
 * @param schema JSON Schema of the file; compiled when first needed
 * @returns a reader that throws `BadRequest` naming preset, file and every place that does not fit
 */
export function checkedReader<Shape>(schema: object): CheckedReader<Shape> {
  let check: ReturnType<typeof compileCheck> | undefined
  return async (files, path) => {
    const value = await files.read(path)
    check ??= compileCheck(schema)
    const wrong = failures(check, value).map(({ field, message }) => `${field === '' ? 'the file' : field} ${message}`)
    if (wrong.length > 0) throw fault(files.title, path, wrong.join('; '))
    return value as Shape // that is what its schema says
  }
}
