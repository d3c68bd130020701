import { shallowRef } from 'vue'

/** A question before an action that cannot be undone. */
interface Question {
  /** Names the thing: “Delete the token “CI”?” */
  title: string
  /** The consequences, and what is not affected. */
  text?: string
  /** A verb with its object: “Delete token”. */
  action: string
  /** What happens otherwise, if that is not nothing: “Upload again”. */
  otherwise?: string
  /** What can be done instead: the answer is no then. */
  instead?: { label: string; run: () => unknown }
  tone?: 'plain' | 'danger'
  /** The action loses input: the focus is on the way back. */
  losesInput?: boolean
  /** Text that the user must type first, for the most dangerous actions. */
  typed?: string
}

/** The open question, shown by the frame. */
export const question = shallowRef<Question & { answer: (yes: boolean) => void }>()

/** Ask a question and wait for the answer. A question that is still open counts as declined. */
export function confirm(newQuestion: Question): Promise<boolean> {
  question.value?.answer(false)
  return new Promise(resolve => {
    question.value = {
      ...newQuestion,
      answer: yes => {
        question.value = undefined
        resolve(yes)
      },
    }
  })
}
