import { StateEffect, StateField } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import type { DecorationSet } from '@codemirror/view'
import { t } from '../../../i18n/index.ts'
import { linkText } from './writingCommands.ts'

/** A picture that a text can contain. */
export interface WritingPicture {
  address: string
  /** What it shows, or else its name. */
  text: string
}

/** Where the pictures of a text come from. */
export interface WritingPictures {
  /** Store files. Undefined where the user is not allowed to. */
  upload: ((files: readonly File[]) => Promise<readonly WritingPicture[]>) | undefined
  /** Let the user choose one; undefined if none was chosen. */
  choose(): Promise<WritingPicture | undefined>
}

class PendingPicture extends WidgetType {
  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'w-pending'
    element.textContent = t('writing.uploading')
    return element
  }
}

interface Pending {
  /** Identifies the upload. */
  key: object
  at: number
}

const begin = StateEffect.define<Pending>({ map: ({ key, at }, changes) => ({ key, at: changes.mapPos(at) }) })
const end = StateEffect.define<object>()

/** The places of pictures that are being uploaded, while the user goes on writing. */
const pending = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) => {
    let now = before.map(changes)
    for (const effect of effects) {
      if (effect.is(begin)) {
        const { key, at } = effect.value
        now = now.update({ add: [Decoration.widget({ widget: new PendingPicture(), side: 1, key }).range(at)] })
      } else if (effect.is(end)) now = now.update({ filter: (_from, _to, { spec }) => spec['key'] !== effect.value })
    }
    return now
  },
  provide: field => EditorView.decorations.from(field),
})

function placeOf(view: EditorView, key: object): number | undefined {
  for (const cursor = view.state.field(pending).iter(); cursor.value !== null; cursor.next())
    if (cursor.value.spec['key'] === key) return cursor.from
  return undefined
}

type Upload = NonNullable<WritingPictures['upload']>

/** Files that belong in one place of the text. */
interface PlacedPictures {
  files: readonly File[]
  at: number
}

/** Upload files, and insert them where they belong, one place after the other. */
export async function insertPictures(
  view: EditorView,
  placed: readonly PlacedPictures[],
  upload: Upload,
): Promise<void> {
  const waiting = placed.map(({ files, at }) => ({ files, at, key: {} }))
  view.dispatch({ effects: waiting.map(({ key, at }) => begin.of({ key, at })) })
  const failures: unknown[] = []
  for (const { key, files } of waiting)
    await insertUploaded(view, key, files, upload).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function insertUploaded(view: EditorView, key: object, files: readonly File[], upload: Upload): Promise<void> {
  const stored = await upload(files).catch((error: unknown) => {
    view.dispatch({ effects: end.of(key) })
    throw error
  })
  const place = placeOf(view, key)
  const insert = stored.map(({ text, address }) => `!${linkText(text, address)}`).join('\n\n')
  const [only] = stored
  const isStill = view.state.selection.main.empty && view.state.selection.main.head === place
  view.dispatch({
    effects: end.of(key),
    ...(place !== undefined && insert !== '' && { changes: { from: place, insert } }),
    // What it shows is written next, over its name.
    ...(isStill &&
      only !== undefined &&
      stored.length === 1 && { selection: { anchor: place + 2, head: place + 2 + only.text.length } }),
    userEvent: 'input',
  })
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Word processors add a picture of what was copied; only where the copy has no text it is what the user means. */
const hasText = (data: DataTransfer | null): boolean => (data?.getData('text/plain') ?? '').trim() !== ''

/** Pictures that are pasted or dropped are uploaded, and inserted where they were. */
export function writingPictures(pictures: () => WritingPictures | undefined): Extension {
  const take = (view: EditorView, event: Event, files: readonly File[], at: number | null): boolean => {
    const upload = pictures()?.upload
    if (upload === undefined || files.length === 0 || at === null || view.state.readOnly) return false
    event.preventDefault()
    event.stopPropagation()
    void insertPictures(view, [{ files, at }], upload)
    return true
  }
  return [
    pending,
    EditorView.domEventHandlers({
      paste: (event, view) =>
        !hasText(event.clipboardData) &&
        take(view, event, picturesIn(event.clipboardData), view.state.selection.main.head),
      drop: (event, view) =>
        take(view, event, picturesIn(event.dataTransfer), view.posAtCoords({ x: event.clientX, y: event.clientY })),
    }),
    EditorView.theme({
      '.w-pending': {
        padding: '0.0625rem 0.375rem',
        borderRadius: 'var(--radius-small)',
        backgroundColor: 'var(--surface-press)',
        color: 'var(--text-second)',
        fontSize: '0.8125rem',
      },
    }),
  ]
}
