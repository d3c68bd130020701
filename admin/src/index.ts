/**
 * The kit for screens of plugins: the only file of the admin that `plugins/<name>/screens` imports. It has at most 77 names, each with its documentation
 * where it is declared, and each used by a screen. Seven of them are modules: `requests`, `content`, `schemas`, `fields`, `pages`, `queries` and `texts`, with
 * at most 79 names together. Write `schemas.titleOf` and `fields.lazy` in the script of a component: for a template, and for `const { titleOf } = schemas`, the
 * bundler keeps the whole module. JSON values and their helpers are in `lib/json`. What is not exported here is internal and can change. The bundler
 * resolves each name to the file that declares it, so a screen loads only what it uses.
 *
 * A screen is a Vue component. It sets its title with `usePage`, asks the service with `api` or the functions for resources, and shows the answer with
 * the components below. README.md of the admin describes a screen step by step.
 */

// 1. The API of the service
// `api` sends a request that the OpenAPI document describes: `value(api.GET('/api/…', …))` is the content of the answer.
export { api, value } from './api/transport/client.ts'
export type { Answer, Listed } from './api/transport/client.ts'
export { ApiError } from './api/transport/errors.ts'
export * as requests from './kit/requests.ts'

// 2. Content: resources, their types, and who may do what
export * as content from './kit/content.ts'
export type { Resource } from './api/content/resources.ts'
export type { ResourceType } from './api/content/types.ts'
export { typeName, typePlural } from './schema/titles.ts'
// What a JSON Schema means for display and editing: its properties and their kinds, titles, groups, and the labels of resources.
export * as schemas from './kit/schemas.ts'
export { useMe } from './stores/me.ts'
export { useTypes } from './stores/types.ts'

// 3. What a plugin adds for others
// Functions that read its data (`source.ts` in its folder `screens`), and components that other screens show (`<PluginPart name="…">`).
export { addSource, source } from './sources.ts'
export { default as PluginPart } from './features/shell/PluginPart.vue'
export { usePluginParts } from './pluginParts.ts'
// Kinds of value (`fields.addFields`), and the props of a component that shows one.
export * as fields from './kit/fields.ts'
export type { ShowProps } from './fields/registry.ts'

// 4. A page, and its data
export { default as PageActions } from './features/shell/PageActions.vue'
export { usePage } from './composables/page/usePage.ts'
export { usePlaces } from './composables/page/usePlaces.ts'
export * as pages from './kit/pages.ts'
export { useMore } from './composables/data/useMore.ts'
export * as queries from './kit/queries.ts'

// 5. Messages to the user
export { t } from './i18n/index.ts'
export * as texts from './kit/texts.ts'
export { attempt, refusalOf } from './composables/feedback/refusal.ts'
export { announce } from './composables/feedback/useAnnounce.ts'
export { confirm } from './composables/feedback/useConfirm.ts'
export { toast } from './composables/feedback/useToast.ts'

// 6. Components: buttons and texts
export { default as Button } from './ui/basics/Button.vue'
export { default as CopyId } from './ui/basics/CopyId.vue'
export { default as SecretText } from './ui/basics/SecretText.vue'
export { default as Icon } from './ui/basics/Icon.vue'
export { icons } from './ui/basics/icons.ts'
export { default as IconButton } from './ui/basics/IconButton.vue'
export { default as LinkTabs } from './ui/basics/LinkTabs.vue'
export { default as Pill } from './ui/basics/Pill.vue'
export { default as Tabs } from './ui/basics/Tabs.vue'
// Values of resources.
export { default as DateText } from './value/DateText.vue'
export { default as PictureImage } from './value/PictureImage.vue'
export { default as StatusPill } from './value/StatusPill.vue'
export { default as TypeMark } from './value/TypeMark.vue'
export { default as ValueText } from './value/ValueText.vue'

// 7. Components: fields. Each has a label, a help text and an error, and `v-model`.
export { default as AddressField } from './ui/fields/AddressField.vue'
export { default as Field } from './ui/fields/Field.vue'
export { default as Checkbox } from './ui/fields/Checkbox.vue'
export { default as Combobox } from './ui/fields/Combobox.vue'
export { default as DateTimeField } from './ui/fields/DateTimeField.vue'
export { default as InlineText } from './ui/fields/InlineText.vue'
export { default as NumberField } from './ui/fields/NumberField.vue'
export { default as Select } from './ui/fields/Select.vue'
export { default as TextField } from './ui/fields/TextField.vue'
export { matches } from './ui/fields/option.ts'
export type { Option } from './ui/fields/option.ts'
// The generated form of a type, and what surrounds a form: the bar that saves, an unsaved draft, two versions to choose from.
export { ResourceForm } from './features/form/lazyResourceForm.ts'
export { default as SaveBar } from './features/form/components/SaveBar.vue'
export { default as DraftBanner } from './features/form/components/DraftBanner.vue'
export { default as VersionChoice } from './features/form/components/VersionChoice.vue'

// 8. Components: dialogs and menus
export { default as Dialog } from './ui/floating/Dialog.vue'
export { default as NameDialog } from './ui/floating/NameDialog.vue'
export { default as Popover } from './ui/floating/Popover.vue'
export { default as Menu } from './ui/floating/Menu.vue'
export { default as MenuChoices } from './ui/floating/MenuChoices.vue'
export { default as MenuItem } from './ui/floating/MenuItem.vue'
export { default as Grip } from './ui/floating/Grip.vue'
export { default as GripMenu } from './ui/floating/GripMenu.vue'

// 9. Components: tables, and states of a page
export { default as GrowingTable } from './ui/tables/GrowingTable.vue'
export { default as Table } from './ui/tables/Table.vue'
export { default as Banner } from './ui/states/Banner.vue'
export { default as EmptyState } from './ui/states/EmptyState.vue'
export { default as ErrorState } from './ui/states/ErrorState.vue'
export { default as Skeleton } from './ui/states/Skeleton.vue'
// The progress of changes that take long, for dialogs; the frame shows it on pages.
export { default as RunsInProgress } from './features/shell/RunsInProgress.vue'
