/** What a page does with the window, the address, the keys, files and this browser. */
export { useWide } from '../composables/page/usePage.ts'
export { useKeyboard } from '../composables/page/useKeyboard.ts'
export { useQueryText } from '../composables/page/useQueryText.ts'
export { useLocalPreference } from '../composables/page/useLocalPreference.ts'
export { useReorder } from '../composables/page/useReorder.ts'
export { useFileDrop } from '../composables/page/useFileDrop.ts'
export { useUnsaved } from '../composables/page/useUnsaved.ts'
export { saveFile } from '../features/list/export/writeExport.ts'
