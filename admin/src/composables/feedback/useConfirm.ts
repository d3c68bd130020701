import { shallowRef } from 'vue'

/** A question before something that cannot be undone. */
export interface Question {
  /** Names the thing: “Delete the token “CI”?” */
  title: string
  /** What happens then, and what is safe. */
  text?: string
  /** A verb with its object: “Delete token”. */
  action: string
  tone?: 'plain' | 'danger'
  /** What must be typed first, for what is worst. */
  typed?: string
}

/** The question that is open, for the frame. */
export const question = shallowRef<Question & { answer: (yes: boolean) => void }>()

/** Ask, and wait for the answer. An open question counts as declined. */
export function confirm(asked: Question): Promise<boolean> {
  question.value?.answer(false)
  return new Promise(resolve => {
    question.value = {
      ...asked,
      answer: yes => {
        question.value = undefined
        resolve(yes)
      },
    }
  })
}
