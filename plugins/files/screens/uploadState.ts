import { ref, shallowReactive, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { KnownFile } from './files.ts'

/** A file on its way to the service. */
export interface Upload {
  id: number
  name: string
  bytes: number
  /** How many of them were sent. */
  sent: number
  /** `broken`: the connection broke, and the upload goes on when it is back. */
  state: 'waiting' | 'sending' | 'broken' | 'failed'
  /** Why it failed, for people. */
  problem: string
  cancel(): void
}

/** The uploads that are not stored, oldest first. */
export const uploads = shallowReactive<Upload[]>([])

/** The uploads that are shown where they were begun; the tray shows the others. */
export const shownInPlace = shallowReactive(new Set<Readonly<Ref<readonly Upload[]>>>())

/** How many were stored since the page was loaded: lists of files are read again after each. */
export const storedCount = ref(0)

/** What the open dialog lets the user choose. */
export interface Choice {
  accepted: readonly string[]
  several: boolean
  answer(files: KnownFile[]): void
}

/** The open dialog of the library, shown by the frame. */
export const choice = shallowRef<Choice>()
