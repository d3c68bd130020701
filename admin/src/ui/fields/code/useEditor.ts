import { Annotation, Compartment, EditorState } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEventListener } from '@vueuse/core'
import { onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { withLineEndsOf } from '../lineEnds.ts'

/** The props of an editor. A label outside the shadow root has no effect inside it, so the label is a prop. */
export interface EditorProps {
  id: string
  label: string
  /** Help text and error message. */
  description: string
  invalid: boolean
  required: boolean
  readonly: boolean
  /** Focus the editor at once, with this selection. */
  selection?: { anchor: number; head: number } | undefined
}

/** What differs between editors. */
interface EditorParts {
  extensions: Extension
  /** Whether the browser checks the spelling. */
  spells: boolean
}

/** Marks a change that came from outside, which is not reported. */
const told = Annotation.define<boolean>()

/**
 * CodeMirror. It is in a shadow root and uses adopted style sheets, because the content security policy forbids the style elements that it creates
 * otherwise. The text keeps the line ends that nobody touched.
 * @param host the element that gets the shadow root
 */
export function useEditor(
  host: Ref<HTMLElement | null>,
  model: Ref<string>,
  props: EditorProps,
  { extensions, spells }: EditorParts,
): ShallowRef<EditorView | undefined> {
  const attributes = new Compartment()
  const view = shallowRef<EditorView>()
  let source = model.value

  const described = (): Extension => [
    EditorState.readOnly.of(props.readonly),
    EditorView.contentAttributes.of({
      'aria-label': props.label,
      tabindex: '0',
      spellcheck: String(spells),
      ...(props.description !== '' && { 'aria-description': props.description }),
      ...(props.invalid && { 'aria-invalid': 'true' }),
      ...(props.required && { 'aria-required': 'true' }),
      ...(props.readonly && { 'aria-readonly': 'true' }),
    }),
  ]

  onMounted(() => {
    if (host.value === null) return
    const root = host.value.attachShadow({ mode: 'open' })
    const made = new EditorView({
      root,
      parent: root,
      doc: source,
      ...(props.selection && { selection: props.selection }),
      extensions: [
        extensions,
        EditorView.lineWrapping,
        attributes.of(described()),
        EditorView.updateListener.of(update => {
          if (!update.docChanged || update.transactions.some(one => one.annotation(told))) return
          source = withLineEndsOf(source, update.state.doc.toString())
          model.value = source
        }),
        EditorView.domEventHandlers({ beforeinput: typeOver }),
      ],
    })
    const focus = (): void => made.focus()
    host.value.focus = focus // links and labels focus the element with the id
    useEventListener(document.querySelector(`label[for="${CSS.escape(props.id)}"]`), 'click', focus)
    if (props.selection !== undefined) focus()
    view.value = made
  })
  onBeforeUnmount(() => view.value?.destroy())

  watch(model, text => {
    if (text === source || view.value === undefined) return
    source = text
    const { state } = view.value
    view.value.dispatch({
      changes: { from: 0, to: state.doc.length, insert: state.toText(text) },
      annotations: told.of(true),
    })
  })
  watch(
    () => [props.label, props.description, props.invalid, props.required, props.readonly],
    () => view.value?.dispatch({ effects: attributes.reconfigure(described()) }),
  )
  return view
}

/** Replace selected text in CodeMirror. The browser would insert it with style attributes, which the policy forbids. */
function typeOver(event: InputEvent, editor: EditorView): boolean {
  const { state } = editor
  if (event.inputType !== 'insertText' || event.data === null || state.selection.main.empty || state.readOnly)
    return false
  editor.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true })
  return true
}
