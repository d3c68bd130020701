/** A file of its own, so that it is loaded only where it is needed: it is as large as the rest of the admin. */
export { icons } from '@lucide/vue'
