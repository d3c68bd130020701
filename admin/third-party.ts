import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A package whose code is in the bundle. */
export interface BundledPackage {
  name: string
  version: string
  /** SPDX expression. */
  licence: string
  /** The text of its licence, with the notices that it requires. */
  text: string
}

/** Code that the tools themselves write into the bundle. */
const helpers: [start: string, name: string][] = [
  ['\0plugin-vue:', '@vitejs/plugin-vue'],
  ['\0vite/', 'vite'],
  ['\0rolldown/', 'rolldown'],
]

/** Writes `.third-party.json`: the packages whose modules the bundle was made from. `scripts/build-admin.mjs` makes `THIRD-PARTY-NOTICES` from it. */
export const listThirdParties = (root: string): Plugin => ({
  name: 'list-third-parties',
  generateBundle() {
    const folders = new Set([...this.getModuleIds()].flatMap(id => packageFolderOf(root, id)))
    const packages = [...folders].map(readPackage)
    packages.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
    this.emitFile({ type: 'asset', fileName: '.third-party.json', source: JSON.stringify(packages) })
  },
})

/** The folder of the package that a module belongs to; none for a module of this repository. */
function packageFolderOf(root: string, id: string): string[] {
  const helper = helpers.find(([start]) => id.startsWith(start))
  if (helper !== undefined) return [join(root, 'node_modules', helper[1])]
  const path = id.replace(/^\0/, '').replaceAll('\\', '/')
  const folder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(path)?.[1]
  return folder === undefined ? [] : [folder]
}

function readPackage(folder: string): BundledPackage {
  const content: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name = '', version = '', license = '', author = '' } = Object(content)
  const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|copying|notice)/i.test(file))
  const text = files.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  // Some tools append the licences of what they were bundled from themselves, which is not in this bundle.
  const [own = ''] = text.split(/^#+ licenses of bundled dependencies/im)
  const notice = own.trim() === '' && license === 'MIT' ? mitLicence(String(author)) : own.trim()
  return { name: String(name), version: String(version), licence: String(license), text: notice }
}

/** The licence of a package that names it, but does not contain its text. */
const mitLicence = (author: string): string => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY,
WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
