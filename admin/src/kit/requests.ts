/** Requests besides `api`: those that the OpenAPI document does not describe, and helpers for those that it does. */
export { versioned } from '../api/transport/client.ts'
export { send, sendBytes, sendForJson } from '../api/transport/send.ts'
export { unless } from '../api/transport/errors.ts'
export { everyItem } from '../api/transport/page.ts'
/** The bodies and answers of the API, by the OpenAPI document. */
export type { components } from '../api/schema.d.ts'
