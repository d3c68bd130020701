import { ref } from 'vue'

/** Whether the service cannot be reached. The frame sets it and shows a banner; a dialog above the page shows one of its own. */
export const isAway = ref(false)
