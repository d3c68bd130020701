import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const text = /\.(?:js|css|svg|json)$/
/** Bytes; smaller ones fit into one packet anyway. */
const worthwhile = 1000

/** Put beside every file of text in a folder what it is in Brotli (`.br`) and gzip (`.gz`), as small as they can make it. */
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
