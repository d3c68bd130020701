import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { FileError, readingOf, readRows } from './reading/index.ts'
import type { Reading, Reason } from './reading/index.ts'
import { Surveyor } from './survey.ts'
import type { Survey } from './survey.ts'

/** What useImportFile gives. */
export interface ImportFile {
  file: ShallowRef<File | undefined>
  /** How it is read; {@link read} again after a change. */
  reading: ShallowRef<Reading | undefined>
  /** What it holds, once it was read. */
  survey: ShallowRef<Survey | undefined>
  /** Why it cannot be read. */
  failure: ShallowRef<Reason | undefined>
  /** How many rows were read so far; undefined when it is not being read. */
  progress: Ref<number | undefined>
  isReading: ComputedRef<boolean>
  choose(file: File): Promise<void>
  read(changes: Partial<Reading>): Promise<void>
  clear(): void
}

/** A file that somebody chose, and what it holds. It is read once as a whole, a portion at a time, before anything else is done. */
export function useImportFile(): ImportFile {
  const file = shallowRef<File>()
  const reading = shallowRef<Reading>()
  const survey = shallowRef<Survey>()
  const failure = shallowRef<Reason>()
  const progress = ref<number>()
  let turn = 0

  async function choose(chosen: File): Promise<void> {
    clear()
    file.value = chosen
    const mine = turn
    try {
      const found = await readingOf(chosen)
      if (mine === turn) await read(found)
    } catch {
      if (mine === turn) failure.value = { key: 'unreadable' } // it went away, or is a folder
    }
  }

  async function read(changes: Partial<Reading>): Promise<void> {
    const mine = ++turn
    const [from, how] = [file.value, { ...reading.value, ...changes } as Reading] // the first change is a whole one
    if (from === undefined) return
    reading.value = how
    survey.value = undefined
    failure.value = undefined
    progress.value = 0
    const surveyor = new Surveyor()
    try {
      for await (const rows of readRows(from, how, names => surveyor.name(names))) {
        if (mine !== turn) return
        surveyor.add(rows)
        progress.value = surveyor.result().rows
      }
      if (mine === turn) finish(surveyor.result())
    } catch (error) {
      if (mine !== turn) return
      failure.value = error instanceof FileError ? error.reason : { key: 'unreadable' }
    } finally {
      if (mine === turn) progress.value = undefined
    }
  }

  function finish(found: Survey): void {
    if (found.rows === 0) failure.value = { key: 'noRows' }
    else if (found.rows === found.bad) failure.value = { key: 'noneReadable' }
    else survey.value = found
  }

  function clear(): void {
    turn++
    file.value = undefined
    reading.value = undefined
    survey.value = undefined
    failure.value = undefined
    progress.value = undefined
  }

  const isReading = computed(() => progress.value !== undefined)
  return { file, reading, survey, failure, progress, isReading, choose, read, clear }
}
