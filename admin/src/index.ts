/**
 * The kit for screens of plugins: the only file of the admin that `plugins/<name>/screens` imports. Each name has its documentation where it is declared.
 * `fields`, `layouts` and `schemas` are modules, for plugins that work with kinds of value, layouts of lists or schemas: use them in the script of a
 * component, because the bundler keeps the whole module for a template. JSON values and their helpers are in `lib/json`. What is not exported here is
 * internal and can change. The bundler resolves each name to the file that declares it, so a screen loads only what it uses.
 *
 * A screen is a Vue component. It sets its title with `usePage`, asks the service with `api` or the functions for resources, and shows the answer with
 * the components below. README.md of the admin describes a screen step by step.
 */

// 1. The API of the service
// `api` sends a request that the OpenAPI document describes: `value(api.GET('/api/…', …))` is the content of the answer, `versioned(…)` has its ETag too.
export { api, value, versioned } from './api/transport/client.ts'
export type { Answer, Listed, Versioned } from './api/transport/client.ts'
/** The bodies and answers of the API, by the OpenAPI document. */
export type { components, paths } from './api/schema.d.ts'
// Requests that it does not describe: of any method and content, also a file.
export { send, sendBytes, sendForJson } from './api/transport/send.ts'
export type { Query } from './api/transport/send.ts'
// Errors, and pages of lists.
export { ApiError, unless } from './api/transport/errors.ts'
export { countLimit, everyItem } from './api/transport/page.ts'
export type { Page } from './api/transport/page.ts'

// 2. Content: resources, their types, and who may do what
export {
  archiveResource,
  dataOf,
  listResources,
  patchResource,
  restoreResource,
  searchResources,
  shortId,
  slugOf,
} from './api/content/resources.ts'
export type { Resource } from './api/content/resources.ts'
export { asType, hasList, listTypes } from './api/content/types.ts'
export type { ResourceType } from './api/content/types.ts'
export { labelOfId, labelOfResource } from './schema/display.ts'
export { titleOf, typeDescription, typeName, typePlural } from './schema/titles.ts'
// What a JSON Schema means for display and editing: its properties and their kinds, titles, groups.
export * as schemas from './schema/index.ts'
export { actions, getRoles } from './api/people.ts'
export type { Action } from './api/people.ts'

// 3. Stores: what every page knows
export { useMe } from './stores/me.ts'
export { useTypes } from './stores/types.ts'
export { arrange } from './stores/arrange.ts'
export { useSidebar } from './stores/sidebar.ts'

// 4. What a plugin adds for others
// Functions that read its data (`source.ts` in its folder `screens`), and components that other screens show (`<PluginPart name="…">`).
export { addSource, source } from './sources.ts'
export type { ShownFile } from './sources.ts'
export { default as PluginPart } from './features/shell/PluginPart.vue'
export { usePluginParts } from './parts.ts'
// Kinds of value (`fields.addFields`) and layouts of lists (`layouts.addLayout`).
export * as fields from './fields/registry.ts'
export type { ShowProps } from './fields/registry.ts'
// The control of a kind in a form: the props that it gets, and its value.
export { controlProps, useControl } from './features/form/composables/useControl.ts'
export { useElements } from './features/form/composables/useElements.ts'

// 5. A page
export { default as PageActions } from './features/shell/PageActions.vue'
export { usePage, useWide } from './composables/page/usePage.ts'
export { usePlaces } from './composables/page/usePlaces.ts'
export { useKeyboard } from './composables/page/useKeyboard.ts'
export { useQueryText } from './composables/page/useQueryText.ts'
export { useLocalPreference } from './composables/page/useLocalPreference.ts'
export { useReorder } from './composables/page/useReorder.ts'
export { useFileDrop } from './composables/page/useFileDrop.ts'
export { leaveFor } from './composables/page/leaving.ts'
export { useUnsaved } from './composables/page/useUnsaved.ts'

// 6. Data of a page
// Screens read with `useQuery` and change with `useMutation` of Pinia Colada; `useReadAgain` reads what a change affects again (`onSettled`).
// Lists that grow, lists that are loaded whole, one answer at a time, a setting that is edited, names of resources and users, live events.
export { useMore } from './composables/data/useMore.ts'
export { useWholeList } from './composables/data/useWholeList.ts'
export { useLatestAnswer } from './composables/data/useLatestAnswer.ts'
export { useSetting } from './composables/data/useSetting.ts'
export { useType } from './composables/data/useType.ts'
export { useNames } from './composables/data/useNames.ts'
export { useAgentName, useEveryUser } from './composables/data/useAgentName.ts'
export { useServiceEvents } from './composables/data/useLive.ts'
export { useRowRights } from './composables/data/useRowRights.ts'
export { useReadAgain } from './composables/data/useReadAgain.ts'
export { useTypesChanged } from './composables/data/useTypesChanged.ts'
// Files for the user.
export { saveFile } from './features/list/export/writeExport.ts'

// 7. Messages to the user
export { hasText, language, languages, t, withMessages } from './i18n/index.ts'
export { compareTexts, formatBytes, formatDateTime, formatList, formatNumber } from './i18n/format.ts'
export { actionName, totalText } from './composables/feedback/words.ts'
export { attempt, inPlace, refusalOf } from './composables/feedback/refusal.ts'
export { announce } from './composables/feedback/useAnnounce.ts'
export { confirm } from './composables/feedback/useConfirm.ts'
export { toast } from './composables/feedback/useToast.ts'

// 8. Components: buttons and texts
export { default as Button } from './ui/basics/Button.vue'
export { default as CopyId } from './ui/basics/CopyId.vue'
export { default as Icon } from './ui/basics/Icon.vue'
export { icons } from './ui/basics/icons.ts'
export { default as IconButton } from './ui/basics/IconButton.vue'
export { default as LinkTabs } from './ui/basics/LinkTabs.vue'
export { default as Pill } from './ui/basics/Pill.vue'
export { default as Tabs } from './ui/basics/Tabs.vue'
// Values of resources.
export { default as AgentText } from './value/AgentText.vue'
export { default as DateText } from './value/DateText.vue'
export { default as PictureImage } from './value/PictureImage.vue'
export { pictureOf, sizeWithin } from './value/picture.ts'
export type { ShownPicture } from './value/picture.ts'
export { default as StatusPill } from './value/StatusPill.vue'
export { default as TypeCount } from './features/home/TypeCount.vue'
export { default as TypeMark } from './value/TypeMark.vue'
export { default as ValueText } from './value/ValueText.vue'

// 9. Components: fields. Each has a label, a help text and an error, and `v-model`.
export { iconOfMedia } from './value/mediaIcon.ts'
export { default as AddressField } from './ui/fields/AddressField.vue'
export { default as Field } from './ui/fields/Field.vue'
export type { FieldProps } from './ui/fields/fieldProps.ts'
export { default as Checkbox } from './ui/fields/Checkbox.vue'
export { default as Combobox } from './ui/fields/Combobox.vue'
export { default as DateTimeField } from './ui/fields/DateTimeField.vue'
export { default as InlineText } from './ui/fields/InlineText.vue'
export { default as NumberField } from './ui/fields/NumberField.vue'
export { default as Select } from './ui/fields/Select.vue'
export { default as TextField } from './ui/fields/TextField.vue'
export { matches } from './ui/fields/option.ts'
export type { Option } from './ui/fields/option.ts'
// The generated form of a type, and what surrounds a form: the bar that saves, an unsaved draft, two versions to choose from, JSON that is typed.
export { loadExplain, ResourceForm } from './features/form/lazyResourceForm.ts'
export type { FieldNote } from './features/form/composables/useForm.ts'
export { default as SaveBar } from './features/form/components/SaveBar.vue'
export { default as DraftBanner } from './features/form/components/DraftBanner.vue'
export { default as VersionChoice } from './features/form/components/VersionChoice.vue'
export { parseTyped, useTypedJson } from './features/form/composables/useTypedJson.ts'

// 10. Components: dialogs and menus
export { default as Dialog } from './ui/floating/Dialog.vue'
export { default as NameDialog } from './ui/floating/NameDialog.vue'
export { default as Popover } from './ui/floating/Popover.vue'
export { default as Menu } from './ui/floating/Menu.vue'
export { default as MenuChoices } from './ui/floating/MenuChoices.vue'
export { default as MenuItem } from './ui/floating/MenuItem.vue'
export { default as Grip } from './ui/floating/Grip.vue'
export { default as GripMenu } from './ui/floating/GripMenu.vue'

// 11. Components: tables, and states of a page
export { default as GrowingTable } from './ui/tables/GrowingTable.vue'
export { default as Table } from './ui/tables/Table.vue'
export { default as Banner } from './ui/states/Banner.vue'
export { default as EmptyState } from './ui/states/EmptyState.vue'
export { default as ErrorState } from './ui/states/ErrorState.vue'
export { default as Skeleton } from './ui/states/Skeleton.vue'
// The progress of changes that take long, for dialogs; the frame shows it on pages.
export { default as RunsInProgress } from './features/shell/RunsInProgress.vue'
