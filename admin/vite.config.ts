import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { listThirdParties } from './third-party.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// JSON Forms contains Ajv, which generates code from text; the policy of the service forbids that. The form has its own validator.
const withoutEval = [{ find: /^ajv(?:-formats)?$/, replacement: here('src/features/form/validation/no-ajv.ts') }]

/** Packages, and parts of them, that a list does not need at first: they are loaded when the user filters, edits or builds. */
const later =
  /lodash|@jsonforms|@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt|reka-ui[\\/]dist[\\/](?:Combobox|Listbox|Popover|Calendar|date|Tabs|VisuallyHidden|shared[\\/](?:date|useSize|useFilter|useFormControl|useComposing))|@internationalized|markdown-it|mdurl|linkify-it|entities/

type GetModuleInfo = (id: string) => { importedIds: readonly string[] } | null

/** The modules of the admin that an entry imports, directly or through others; not those that it imports on demand. */
function importedBy(entry: string, getModuleInfo: GetModuleInfo): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (id: string): void => {
    // Modules that import the module with everything for plugins use a small part of it.
    if (found.has(id) || id === here('src/index.ts') || id.includes('node_modules')) return
    found.add(id)
    for (const imported of getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  add(entry)
  return found
}

/** What is bundled in a file of its own, with the modules that lead to it. A module belongs to the first that it is needed for. */
const bundles: Readonly<Record<string, readonly string[]>> = {
  frame: ['src/main.ts'],
  list: ['src/features/list/ListPage.vue'],
  form: [
    'src/features/record/CreatePage.vue',
    'src/features/form/components/ResourceForm.vue',
    'src/fields/controls.ts',
  ],
}
let found: Map<string, string> | undefined

function findBundles(getModuleInfo: GetModuleInfo): Map<string, string> {
  const entries = Object.entries(bundles).flatMap(([name, modules]) =>
    modules.flatMap(module => [...importedBy(here(module), getModuleInfo)].map((id): [string, string] => [id, name])),
  )
  return new Map(entries.toReversed())
}

// What most pages need is bundled in a few files, because a hundred small files take longer to request than to transfer.
const few: Rolldown.CodeSplittingGroup[] = [
  { name: 'vue', test: /node_modules[\\/](?:@vue|vue|vue-router|pinia|@pinia|openapi-fetch)[\\/]/, priority: 2 },
  {
    name: (id, context) => {
      found ??= findBundles(module => context.getModuleInfo(module))
      return id === here('src/main.ts') ? null : (found.get(id) ?? null) // an entry keeps its own file
    },
    debugName: 'frame, list and form',
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    name: 'common',
    test: id => id.includes('node_modules') && !later.test(id),
    minShareCount: 5,
    maxModuleSize: 100_000,
  },
]

/**
 * Writes `.pages.json`: the Vue files directly in the folders `screens` of plugins that are in the build, such as `users/UsersPage.vue`. The start of the service
 * refuses screens whose component is not among them.
 */
const listPages: Plugin = {
  name: 'list-pages',
  generateBundle() {
    const pages = [...this.getModuleIds()].flatMap(id => {
      const [, plugin, file] = /[\\/]plugins[\\/]([^\\/]+)[\\/]screens[\\/]([^?\\/]+\.vue)$/.exec(id) ?? []
      return plugin === undefined || file === undefined ? [] : [`${plugin}/${file.replaceAll('\\', '/')}`]
    })
    this.emitFile({ type: 'asset', fileName: '.pages.json', source: JSON.stringify(pages.toSorted()) })
  },
}

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [vue(), listPages, listThirdParties(here('..'))],
  resolve: { alias: withoutEval },
  build: {
    outDir: here('../dist/admin'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'], // the first versions with light-dark()
    assetsInlineLimit: 0, // the policy forbids scripts and styles from data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600, // kB; the file with all icons
    rolldownOptions: {
      // The registries are modules of their own, with the names that they export, so that scripts can add kinds and layouts while the admin runs.
      input: {
        index: here('index.html'),
        fields: here('src/fields/registry.ts'),
        layouts: here('src/features/list/layouts/registry.ts'),
      },
      preserveEntrySignatures: 'allow-extension',
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]admin[\\/]src[\\/](?:index|kit[\\/]\w+)\.ts$/, sideEffects: false }],
      },
      output: { codeSplitting: { groups: few } },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: process.env['PLINTH_URL'] ?? 'http://127.0.0.1:8080' } },
  },
})
