import { addSource } from '../../../admin/src/index.ts'

addSource('apiDocument', { read: async () => (await import('./document.ts')).getApiDocument() })
