import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const text = /\.(?:js|css|svg|json)$/
/** In bytes; smaller files fit into one packet anyway. */
const worthwhile = 1000

/** Store next to every text file in a folder its Brotli (`.br`) and gzip (`.gz`) forms, with maximum compression. */
export function compressIn(folder) {
  for (const name of readdirSync(folder).filter(name => text.test(name))) {
    const path = join(folder, name)
    const content = readFileSync(path)
    if (content.length < worthwhile) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: brotli(content.length) }))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

const brotli = size => ({
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
})
