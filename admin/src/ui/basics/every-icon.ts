/** A separate file, so that it is loaded only when it is needed: it is as large as the rest of the admin. */
export { icons } from '@lucide/vue'
