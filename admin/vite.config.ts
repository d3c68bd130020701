import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { listThirdParties } from './third-party.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// JSON Forms contains Ajv, which generates code from text; the policy of the service forbids that. The form has its own validator.
const withoutEval = [{ find: /^ajv(?:-formats)?$/, replacement: here('src/features/form/validation/no-ajv.ts') }]

/** Modules that a list does not need at first: they are loaded when the user filters, edits or builds. */
const later =
  /lodash|@jsonforms|reka-ui[\\/]dist[\\/](?:Combobox|Listbox|Popover|Calendar|date|Tabs|VisuallyHidden|shared[\\/](?:date|useSize|useFilter|useFormControl|useComposing))|@internationalized|dompurify|markdown-it|mdurl|linkify-it|entities|src[\\/]ui[\\/](?:fields[\\/](?:Combobox|Select|DateField|TimeField|DateTimeField|NumberField|InlineText|ListEnd|option|useOptionSearch|code[\\/]|date[\\/]|color[\\/])|basics[\\/]Tabs|tables|floating[\\/](?:Grip|Popover))|features[\\/]form[\\/]|composables[\\/](?:data[\\/](?:parents|useMore|useNames|useLatestAnswer)|page[\\/](?:useReorder|useUnsaved))|json-schema[\\/]time-zone|plugins[\\/]files[\\/]admin[\\/]|value[\\/]PictureImage|features[\\/]list[\\/]layouts[\\/]registry|features[\\/]shell[\\/]PluginPart/

// Modules that most pages share are bundled in two files, because a hundred small files take longer to request than to transfer.
const few = [
  { name: 'vue', test: /node_modules[\\/](?:@vue|vue|vue-router|pinia|@pinia|openapi-fetch)[\\/]/, priority: 2 },
  { name: 'common', test: id => !later.test(id), minShareCount: 7, maxModuleSize: 100_000, priority: 1 },
]

/**
 * Writes `.pages.json`: the Vue files directly in the admin folders of plugins that are in the build, such as `users/UsersPage.vue`. The start of the service
 * refuses screens whose component is not among them.
 */
const listPages: Plugin = {
  name: 'list-pages',
  generateBundle() {
    const pages = [...this.getModuleIds()].flatMap(id => {
      const [, plugin, file] = /[\\/]plugins[\\/]([^\\/]+)[\\/]admin[\\/]([^?\\/]+\.vue)$/.exec(id) ?? []
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
      treeshake: { moduleSideEffects: [{ test: /[\\/]admin[\\/]src[\\/]index\.ts$/, sideEffects: false }] },
      output: { codeSplitting: { groups: few } },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: process.env['PLINTH_URL'] ?? 'http://127.0.0.1:8080' } },
  },
})
