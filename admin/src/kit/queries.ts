/**
 * Data of a page besides `useQuery` and `useMutation` of Pinia Colada, with which screens read and change: lists that are loaded whole, one answer at a
 * time, a setting that is edited, names of resources and users, live events, and what is read again after a change (`onSettled`).
 */
export { useWholeList } from '../composables/data/useWholeList.ts'
export { useLatestAnswer } from '../composables/data/useLatestAnswer.ts'
export { useSetting } from '../composables/data/useSetting.ts'
export { useNames } from '../composables/data/useNames.ts'
export { useAgentName, useEveryUser } from '../composables/data/useAgentName.ts'
export { useServiceEvents } from '../composables/data/useLive.ts'
export { useReadAgain } from '../composables/data/useReadAgain.ts'
export { useTypesChanged } from '../composables/data/useTypesChanged.ts'
