import { definePlugin } from '../../kernel/index.ts'
import { Arrivals } from './arrival/receive.ts'
import { uploadRoutes } from './arrival/upload-routes.ts'
import { Uploads } from './arrival/uploads.ts'
import { checkFileChecks } from './contract.ts'
import { fileBytesOutsideStore } from './outside-data.ts'
import { openFiles } from './public.ts'
import { fileOptionsSchema, readFileOptions } from './options.ts'
import { defineFileType } from './own-type.ts'
import { Pictures } from './pictures/pictures.ts'
import { accountRecords, holdRecords } from './records.ts'
import { fileRoutes } from './routes.ts'
import { FileService } from './service.ts'
import type { Screen } from '../admin/contract.ts'
import { openStorage } from './storage/open-storage.ts'
import { sweepFiles } from './sweep.ts'

/** How often bytes that are no longer needed are removed, ms. */
const sweepMs = 60 * 60 * 1000

/** The screens of the admin. They also enable the pickers, and the gallery of the library. */
const fileScreens: readonly Screen[] = [
  {
    name: 'unused-files',
    path: '/unused-files',
    title: 'Unused files',
    icon: 'image',
    section: 'content',
    component: 'UnusedFilesPage',
  },
]

/** Files: pictures, documents and others, as resources with bytes. */
export default definePlugin({
  name: 'files',
  version: '1.0.0',
  requires: ['access', 'config', 'documentStore', 'resources', 'resourceReader', 'typeEditor', 'typeRegistry'],
  provides: ['files'],
  options: fileOptionsSchema,
  contributes: {
    screens: fileScreens,
    doctor: contract => contract('files').check(),
    outsideData: fileBytesOutsideStore,
  },
  extensionPoints: { fileChecks: checkFileChecks },
  async register({ app, contracts, contributions, options, onReady, onClose }) {
    const { access, config, documentStore: store, resources, resourceReader, typeRegistry } = contracts
    const limits = readFileOptions(options)
    const opened = openStorage(config)
    const arrivals = new Arrivals(opened.arrivals)
    await arrivals.removeAbandoned()
    await holdRecords.define(store)
    await accountRecords.define(store)
    const typeSlug = await defineFileType({ ...contracts, store })
    if (typeSlug !== 'file')
      app.log.warn(
        `there is a type "file" or "files" of your own: the type of the plugin "files" is called ${typeSlug}`,
      )
    const pictures = new Pictures(limits.maxPixels)
    if (!pictures.isAvailable) app.log.warn('sharp is not installed: no smaller versions of pictures are made')
    const service = new FileService({
      store,
      resources,
      resourceReader,
      typeRegistry,
      access,
      storage: opened.storage,
      arrivals,
      pictures,
      limits,
      checks: contributions('fileChecks'),
      typeSlug,
    })
    resources.addBehaviour(service.behaviour())
    const uploads = new Uploads(service, opened.uploads)
    const files = openFiles(service)
    fileRoutes(app, service, files)
    uploadRoutes(app, service, uploads)
    let sweeping = Promise.resolve()
    const clean = (): void => {
      sweeping = sweeping
        .then(() => sweepFiles(service))
        .then(() => uploads.removeExpired())
        .catch((error: unknown) => app.log.warn({ err: error }, 'bytes that are no longer needed were not removed'))
    }
    const timer = setInterval(clean, sweepMs).unref()
    onReady(clean)
    onClose(async () => {
      clearInterval(timer)
      await sweeping
      opened.close()
    })
    return { files }
  },
})
