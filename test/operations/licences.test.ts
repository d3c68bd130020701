import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../kernel/package-root.ts'

const read = (...path: string[]): string => readFileSync(join(packageRoot, ...path), 'utf8')

/** Licences that allow use, changes and redistribution in products of any licence, as long as their notices are kept. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // fonts
  'PSF-2.0',
])

/** Packages that name no licence in their package.json, and the first line of the licence that they contain. */
const unnamed = new Map([['awilix-manager', { file: 'LICENSE', begins: 'MIT License' }]])

const isPermissive = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(licence => permissive.has(licence)))

interface BundledPackage {
  name: string
  version: string
  licence: string
  text: string
}

const bundled = JSON.parse(read('dist', 'admin', '.third-party.json')) as BundledPackage[]
const notices = read('THIRD-PARTY-NOTICES')

t.test('every package that is bundled in the admin has its notice', async t => {
  t.ok(bundled.length > 50)
  for (const { name, version, licence, text } of bundled) {
    t.ok(isPermissive(licence), `${name}: ${licence}`)
    t.match(text, /copyright/i, name)
    t.ok(notices.includes(`\n${name} ${version} (${licence})\n\n${text}\n`), name)
  }
})

t.test('every package that the sources of the admin import is among them', async t => {
  const folders = ['admin', ...readdirSync(join(packageRoot, 'plugins')).map(name => join('plugins', name, 'admin'))]
  const files = folders
    .filter(folder => existsSync(join(packageRoot, folder)))
    .flatMap(folder =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
    )
    .filter(file => /(?:admin|plugins\/[^/]+\/admin)\/src\/|^plugins/.test(file) && /\.(?:vue|ts)$/.test(file))
  t.ok(files.length > 100)
  const specifier =
    /^(?:import|export) (?!type ).*?from '((?:@[\w-]+\/)?[\w-][\w.-]*)[^']*'|import\('((?:@[\w-]+\/)?[\w-][\w.-]*)[^']*'\)/gm
  const imported = new Set(
    files.flatMap(file => [...read(file).matchAll(specifier)].map(([, name, dynamic]) => name ?? dynamic ?? '')),
  )
  imported.delete('ajv') // replaced in the bundle
  t.ok(imported.has('vue') && imported.has('reka-ui'))
  const names = new Set(bundled.map(({ name }) => name))
  t.strictSame(
    [...imported].filter(name => !names.has(name)),
    [],
  )
})

t.test('every package that the service needs at run time has a permissive licence', async t => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<
      string,
      { license?: string; dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean }
    >
  }
  const needed = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => path.startsWith('node_modules/') && !dev && !devOptional && !link,
  )
  t.ok(needed.length > 100)
  for (const [path, { license, optional }] of needed) {
    const name = path.replace(/^.*node_modules\//, '')
    // A library that can be left out, used as it is: the notices name it.
    if (optional === true && name.startsWith('@img/sharp-') && /\bLGPL-3\.0-or-later\b/.test(license ?? '')) {
      t.match(notices, 'LGPL-3.0-or-later', name)
      continue
    }
    const known = unnamed.get(name)
    if (license !== undefined) t.ok(isPermissive(license), `${name}: ${license}`)
    else if (known === undefined) t.fail(`${name} names no licence`)
    else t.ok(read(path, known.file).startsWith(known.begins), name)
  }
})
