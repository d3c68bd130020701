import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { packageRoot } from '../kernel/package-root.ts'
import { operatorNames } from '../lib/store-kit/document-query.ts'

const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')

/** The pages of the documentation, from the root of the package. */
const pages = ['', 'bench', 'cli', 'config', 'docs', 'examples', 'kernel', 'lib', 'plugins', 'test'].flatMap(folder =>
  readdirSync(join(packageRoot, folder), { recursive: folder !== '', withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name).slice(packageRoot.length + 1)),
)

t.test('links between the pages lead to files', async t => {
  t.ok(pages.length > 40)
  const dead = pages.flatMap(page =>
    [...read(page).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
      .map(([, to = '']) => normalize(join(dirname(page), to)))
      .filter(to => !existsSync(join(packageRoot, to)))
      .map(to => `${page}: ${to}`),
  )
  t.strictSame(dead, [])
})

t.test('docs/api.md explains every operator of filters, and no others', async t => {
  const table = read('docs/api.md').split('| operator ')[1]?.split('\n\n')[0] ?? ''
  const rows = table.split('\n').slice(2)
  const named = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/[a-z]+/g)].map(([name]) => name))
  t.strictSame(named.toSorted(), [...operatorNames].toSorted())
})
