import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { removeStale, serverSources } from './build.mjs'
import { fingerprint } from './sources.mjs'

/**
 * Write the JavaScript of the sources that changed since the last call to `dist/`, one module for each, without checking types and without bundling: about
 * a second, for tests of a change. The next build compiles and bundles again.
 * @throws {Error} where a source cannot be parsed
 */
export function transpile(root) {
  const dist = join(root, 'dist')
  const record = join(dist, '.transpiled')
  const built = join(dist, '.built')
  const sources = serverSources(root)
  const lines = fingerprint(root, sources).split('\n').slice(1)
  const isBundled = existsSync(built) || !existsSync(record)
  const known = new Set(isBundled ? [] : readFileSync(record, 'utf8').split('\n'))
  rmSync(built, { force: true })
  rmSync(record, { force: true })
  removeStale(root)
  for (const [i, file] of sources.entries()) {
    if (!known.has(lines[i])) write(root, file)
  }
  mkdirSync(dist, { recursive: true })
  writeFileSync(record, lines.join('\n'))
}

function write(root, file) {
  const output = join(root, 'dist', file.replace(/\.ts$/, '.js'))
  const { code, map, errors } = transformSync(file, readFileSync(join(root, file), 'utf8'), {
    target: 'es2023',
    sourcemap: true,
    typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
  })
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`)
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`)
  writeFileSync(`${output}.map`, JSON.stringify({ ...map, sources: [join(root, file)] }))
}
