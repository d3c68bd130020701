/**
 * The public interface for screens of plugins: the only file of the admin that `plugins/<name>/admin` imports. Names that are not exported here
 * are internal and can change. The bundler resolves each name to the file that declares it, so a screen loads only what it uses.
 */

// The API of the service: client, errors, and the lists, resources and types that every screen uses.
export * from './api/index.ts'
// Texts and formats in the chosen language.
export { compareTexts, formatDateTime, formatList, formatNumber, hasText, t } from './i18n/index.ts'

// State: the user, the types, and the sidebar.
export { arrange } from './stores/arrange.ts'
export { useMe } from './stores/me.ts'
export { useSidebar } from './stores/sidebar.ts'
export { useTypes } from './stores/types.ts'

// Pages: requests, messages, and stored preferences.
export { attempt, refusalOf } from './composables/feedback/refusal.ts'
export { nameInSentence, pluralInSentence, totalText, truths } from './composables/feedback/words.ts'
export { announce } from './composables/feedback/useAnnounce.ts'
export { isOfDocument, useApiDocument, useDocumentOfType } from './composables/data/useApiDocument.ts'
export { confirm } from './composables/feedback/useConfirm.ts'
export { useKeyboard } from './composables/page/useKeyboard.ts'
export { useLatestAnswer } from './composables/data/useLatestAnswer.ts'
export type { LatestAnswer } from './composables/data/useLatestAnswer.ts'
export { useServiceEvents } from './composables/data/useLive.ts'
export { useLocalPreference } from './composables/page/useLocalPreference.ts'
export { useMore } from './composables/data/useMore.ts'
export type { GrowingList } from './composables/data/useMore.ts'
export { useNames } from './composables/data/useNames.ts'
export { usePage, useWide } from './composables/page/usePage.ts'
export type { PrimaryAction } from './composables/page/usePage.ts'
export { usePlaces } from './composables/page/usePlaces.ts'
export type { Places } from './composables/page/usePlaces.ts'
export { useQueryText } from './composables/page/useQueryText.ts'
export { useReorder } from './composables/page/useReorder.ts'
export { useSetting } from './composables/data/useSetting.ts'
export type { Setting } from './composables/data/useSetting.ts'
export { useSlow } from './composables/feedback/useSlow.ts'
export { toast } from './composables/feedback/useToast.ts'
export { useType } from './composables/data/useType.ts'
export { leaveFor, useUnsaved } from './composables/page/useUnsaved.ts'
export type { Unsaved } from './composables/page/useUnsaved.ts'
export { useWholeList } from './composables/data/useWholeList.ts'
export type { Row } from './composables/data/useWholeList.ts'
export { readView, viewQuery } from './composables/view/view.ts'
export type { View } from './composables/view/view.ts'

// The kinds of value: how each is shown, edited, filtered, put in a cell, and offered in the builder.
export { addFields, lazy } from './fields/registry.ts'
export type { CellTraits, FieldKind, FilterTraits, FormTraits, Kind, ShowProps, Starter } from './fields/registry.ts'
// The meaning of a JSON Schema for display and editing.
export * from './schema/index.ts'
export { faultOfName, freeName, isSlug, propertyNameFrom, slugFrom, starterNames } from './schema/names.ts'
export type { StarterName } from './schema/names.ts'

// UI kit: buttons and texts.
export { default as Button } from './ui/basics/Button.vue'
export { default as CopyId } from './ui/basics/CopyId.vue'
export { default as Icon } from './ui/basics/Icon.vue'
export { default as IconButton } from './ui/basics/IconButton.vue'
export { default as LinkTabs } from './ui/basics/LinkTabs.vue'
export { default as Pill } from './ui/basics/Pill.vue'
export { default as Tabs } from './ui/basics/Tabs.vue'
// Fields.
export { default as CellSelect } from './ui/fields/CellSelect.vue'
export { default as Checkbox } from './ui/fields/Checkbox.vue'
export { default as Combobox } from './ui/fields/Combobox.vue'
export { default as DateTimeField } from './ui/fields/DateTimeField.vue'
export { default as Field } from './ui/fields/Field.vue'
export { default as InlineText } from './ui/fields/InlineText.vue'
export { default as NumberField } from './ui/fields/NumberField.vue'
export { matches } from './ui/fields/option.ts'
export type { Option } from './ui/fields/option.ts'
export { default as Select } from './ui/fields/Select.vue'
export { default as TextField } from './ui/fields/TextField.vue'
// Dialogs and menus.
export { default as Dialog } from './ui/floating/Dialog.vue'
export { default as Grip } from './ui/floating/Grip.vue'
export { default as GripMenu } from './ui/floating/GripMenu.vue'
export { default as Menu } from './ui/floating/Menu.vue'
export { default as MenuChoices } from './ui/floating/MenuChoices.vue'
export { default as MenuItem } from './ui/floating/MenuItem.vue'
export { default as MenuSeparator } from './ui/floating/MenuSeparator.vue'
export { default as NameDialog } from './ui/floating/NameDialog.vue'
export { default as Popover } from './ui/floating/Popover.vue'
// Empty states and notices.
export { default as Banner } from './ui/states/Banner.vue'
export { default as EmptyState } from './ui/states/EmptyState.vue'
export { default as ErrorState } from './ui/states/ErrorState.vue'
export { default as Skeleton } from './ui/states/Skeleton.vue'
// Tables.
export { default as ColumnHeader } from './ui/tables/ColumnHeader.vue'
export { default as GrowingTable } from './ui/tables/GrowingTable.vue'
export { default as Table } from './ui/tables/Table.vue'

// Display of values.
export { default as DateText } from './value/DateText.vue'
export { default as StatusPill } from './value/StatusPill.vue'
export { default as TypeMark } from './value/TypeMark.vue'
export { default as ValueText } from './value/ValueText.vue'

// Features that screens of several plugins share.
export { default as ExplainAccess } from './features/access/ExplainAccess.vue'
export { default as ExplainDrawer } from './features/access/ExplainDrawer.vue'
export * from './features/access/rights.ts'
export { useEveryUser } from './features/access/useExplain.ts'
export { default as KeywordField } from './features/builder/properties/KeywordField.vue'
export { faultOfEntry, faultsOfNames } from './features/builder/schema/faults.ts'
export { builderKindOf, kindLabel } from './features/builder/schema/kinds.ts'
export {
  addProperty,
  countProperties,
  entriesOf,
  removeProperty,
  setPart,
  setRequired,
  withKeyword,
} from './features/builder/schema/properties.ts'
export { default as SchemaBuilder } from './features/builder/SchemaBuilder.vue'
export { default as TypeFacts } from './features/builder/TypeFacts.vue'
export { default as EventCells } from './features/events/EventCells.vue'
export { eventTypes, eventWords } from './features/events/eventWords.ts'
export { useEventNames } from './features/events/useEventNames.ts'
export { default as DraftBanner } from './features/form/components/DraftBanner.vue'
export { default as SaveBar } from './features/form/components/SaveBar.vue'
export { default as VersionChoice } from './features/form/components/VersionChoice.vue'
export type { FieldNote } from './features/form/composables/useForm.ts'
export { explainJsonFailure, useTypedJson } from './features/form/composables/useTypedJson.ts'
export { LazyResourceForm } from './features/form/lazyResourceForm.ts'
export { readJson } from './features/form/schema-forms/json-text.ts'
export type { JsonFailure } from './features/form/schema-forms/json-text.ts'
export type { Side } from './features/form/schema-forms/versions.ts'
export { default as TypeCount } from './features/home/TypeCount.vue'
export { addLayout } from './features/list/layouts/registry.ts'
export type { ListLayoutKind } from './features/list/layouts/registry.ts'
export type { ExportFormat } from './features/list/export/rowWriters.ts'
export { saveFile, writeExport } from './features/list/export/writeExport.ts'
export { fromSaved } from './features/list/views/savedView.ts'
export { walkResources } from './features/list/export/walkResources.ts'
export { default as PresetCards } from './features/presets/PresetCards.vue'
export { usePresets } from './features/presets/usePresets.ts'
export { default as PageActions } from './features/shell/PageActions.vue'
