import { defineAsyncComponent, shallowRef } from 'vue'
import type { Component } from 'vue'
import type { Json, JsonObject } from '../api/transport/json.ts'
import type { Labels } from '../api/transport/page.ts'
import type { Comparison } from '../schema/operators.ts'
import type { Property, ShownProperty } from '../schema/properties.ts'
import type { Typed } from '../typed/number.ts'

/** Name of a kind of value: `date`, `reference`. The registry is open, so any name is possible. */
export type Kind = string

/** A JSON type of a value. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** A property before its kind is known. */
export type DescribedProperty = Omit<Property, 'kind'>

/** The props of a component that shows a value. The value is never null, and has one of the JSON types of the kind. */
export interface ShowProps {
  value: Json
  property: ShownProperty
  /** Labels of references: `labels` of the response. */
  labels?: Labels | undefined
  /** Show the whole value; otherwise one line, cut. */
  full?: boolean | undefined
  /** Without links: the surrounding element is a link. */
  plain?: boolean | undefined
  /** The other properties of the object: one of them can contain the currency of an amount. */
  beside?: JsonObject | undefined
  /** Minimum number of decimals, the same for all numbers of a column. */
  decimals?: number | undefined
  /** For links: −1 where the arrow keys move to their cell. */
  tabindex?: number | undefined
}

/** A choice of a user: a value and its label. */
export interface LabelledValue {
  value: string | boolean
  label: string
}

/** How values are put in the cells of a list. */
export interface CellTraits {
  /**
   * Edits a value in its cell, with `v-model`; a kind without it is not edited in cells. Props: `property`, `label`, `error`, `labels`, `hidesLabel`,
   * `clearable`. In a form also the other props of a field, if the kind has no `edit`.
   */
  input?: Component
  /** Numbers: aligned at the end, with the same number of decimals. */
  isNumeric?: boolean
  /** A cut value would be misread. */
  isWhole?: boolean
  /** The value is shown as a link. */
  isLink?: boolean
  /** Without the title of its property a value is not understood. */
  needsTitle?: boolean
  /** Values are shown on cards before others. */
  isInformative?: boolean
  /** Sorting starts with the largest value. */
  sortsDescending?: boolean
  /** Width in pixels that any value needs. */
  width?: number
  /** Checks a typed value before it is sent. @returns the key of a message */
  problem?(value: Json): string | undefined
}

/** How a list is filtered by values. */
export interface FilterTraits {
  /** The useful comparisons, the most frequent first. */
  comparisons: readonly Comparison[]
  /** Comparisons with the items of a list, if others. */
  comparisonsOfItems?: readonly Comparison[]
  /** Edits the value. Props: `draft`, `field`, `property`, `labels`, `label`, `fresh`; emits `values`. Without it the user types a text. */
  input?: Component
  /** Whether `input` edits several values, too; otherwise they are typed one after the other. */
  picksSeveral?: boolean
  /** Comparisons with periods: of days, or of moments. */
  periods?: 'days' | 'moments'
  /** Comparisons are worded as for dates: “from” instead of “at least”. */
  isMoment?: boolean
  /** The initial value. */
  initial?: string
  /** Checks a value as the API takes it. @returns the key of a message */
  problem?(text: string): string | undefined
  /** How a typed text becomes the value, and the value a text, where they differ by language. */
  notation?: {
    read(text: string): Typed<string>
    write(value: string): string
  }
}

/** How values behave in a form. */
export interface FormTraits {
  /** `half`: the field takes half of the width if there is room. `line`: only in a wide form. */
  width?: 'half' | 'line'
  /** The control empties the field itself. */
  clears?: boolean
  /** As an element of a list the value needs several lines, so that it is folded to one. */
  folds?(property: Property): boolean
  /** The value of a new element of a list; null without it. */
  blank?: '' | false | readonly []
}

/** How the builder of types offers a kind. */
export interface Starter {
  /** Its name; the message `builder.kind_…` if absent. */
  label?(): string
  icon: Component
  /** The schema of a new property. Its keywords define the kind, unless they are in `keywords`. */
  schema: JsonObject
  /** The optional keywords that the builder edits. */
  keywords?: readonly string[]
  /** What the schema describes besides keywords: the choices, the type that is referred to, or the properties. */
  describes?: 'choices' | 'target' | 'properties'
  /** The field that edits the default; none for kinds without a short value. */
  default?: 'text' | 'number' | 'integer' | 'choice'
  /** The values to choose from, where the schema does not list them. */
  options?(): LabelledValue[]
  /** A value of an example resource; its title if absent. */
  sample?(): string | number
  /** Values have parts: they cannot be unique, or be the name of a resource. */
  isCompound?: boolean
}

/** A kind of value: how it is shown, edited, filtered, put in a cell, and offered in the builder. */
export interface FieldKind {
  kind: Kind
  /**
   * How well the kind fits a property, as in the tester of a JSON Forms renderer: the kind with the highest number wins, −1 means that it does not fit.
   * Built-in kinds use numbers below 50.
   */
  tester(property: DescribedProperty): number
  /** JSON types of its values; a value of another type is shown by its type. A text if absent. */
  types?: readonly JsonType[]
  /** Shows a value. See {@link ShowProps}. */
  show: Component
  /** Shows a value on the page of its record, if in another way. Props as of `show`. */
  page?: Component
  /** A value in a few words, for texts. */
  text?(value: string | number | boolean, property: ShownProperty, labels?: Labels): string
  /** Whether values can be pictures: their addresses, or the files that they refer to. */
  isPicture?(property: Pick<Property, 'schema'>): boolean
  /** Words that users write: their differences are shown word by word. */
  isProse?: boolean
  /** A renderer of JSON Forms; without it the form uses the input of the cell. */
  edit?: Component
  cell: CellTraits
  filter: FilterTraits
  form?: FormTraits
  /** None for kinds that the builder does not offer. */
  starter?: Starter | undefined
}

const all = shallowRef<readonly FieldKind[]>([])
const byName = shallowRef<ReadonlyMap<Kind, FieldKind>>(new Map())

/** All kinds, in the order in which the builder offers them. Reactive. */
export const fieldKinds = (): readonly FieldKind[] => all.value

/** Add kinds; a kind with the name of another one replaces it. Lists, forms, filters and the builder that are open use them at once. */
export function addFields(...kinds: readonly FieldKind[]): void {
  byName.value = new Map([...byName.value, ...kinds.map(one => [one.kind, one] as const)])
  all.value = [...byName.value.values()]
}

/** The entry of a kind. @throws Error for a kind that was not added */
export function fieldOf(kind: Kind): FieldKind {
  const found = byName.value.get(kind)
  if (found === undefined) throw new Error(`there is no kind of field '${kind}'`)
  return found
}

/** The entry of the kind that fits a property best. @param isAllowed leaves out other kinds */
export function fieldFor(
  property: DescribedProperty,
  isAllowed: (entry: FieldKind) => boolean = () => true,
): FieldKind | undefined {
  let best: FieldKind | undefined
  let bestRank = -1
  for (const entry of all.value) {
    const rank = isAllowed(entry) ? entry.tester(property) : -1
    if (rank > bestRank) [best, bestRank] = [entry, rank]
  }
  return best
}

/** Texts that can be longer than this are long texts. */
const maxShortText = 300

/** Whether values can be longer than a short text. */
export const isLongText = ({ schema }: Pick<Property, 'schema'>): boolean =>
  typeof schema['maxLength'] === 'number' && schema['maxLength'] > maxShortText

/** Whether values are long texts, marked up or not, which no column shows unless the user chooses it. */
export const isLongProse = ({ kind, schema }: Pick<Property, 'kind' | 'schema'>): boolean =>
  fieldOf(kind).isProse === true && isLongText({ schema })

/** Whether values are numbers, which are aligned in columns. */
export const isNumeric = ({ kind }: { kind: Kind }): boolean => fieldOf(kind).cell.isNumeric === true

interface Part {
  loading?: Promise<void>
  loaded?: Component
  load(): Promise<Component>
}
const parts = new WeakMap<object, Part>()

/** A component that is loaded when it is needed: by {@link loadParts}, or else when it is first rendered. */
export function lazy(load: Part['load']): Component {
  const component = defineAsyncComponent(load)
  parts.set(component, { load })
  return component
}

/** The component itself if it is loaded, so that it renders at once. */
export const loaded = (component: Component): Component => parts.get(component)?.loaded ?? component

/** Load some components of all kinds, before a part of the page that needs them is shown. @param pick of each kind */
async function loadParts(pick: (entry: FieldKind) => readonly (Component | undefined)[]): Promise<void> {
  const wanted = all.value
    .flatMap(pick)
    .flatMap(component => (component === undefined ? [] : (parts.get(component) ?? [])))
  await Promise.all(
    wanted.map(part => (part.loading ??= part.load().then(component => void (part.loaded = component)))),
  )
}

/** Load a module that renders controls of forms, together with these controls. */
export const withControls = <Module>(load: () => Promise<Module>): Promise<Module> =>
  withParts(({ edit, cell }) => [edit, cell.input], load)

/** Load a module that edits values in cells, together with the inputs. */
export const withInputs = <Module>(load: () => Promise<Module>): Promise<Module> =>
  withParts(({ cell }) => [cell.input], load)

/** Load a module that edits filters, together with the inputs. */
export const withFilters = <Module>(load: () => Promise<Module>): Promise<Module> =>
  withParts(({ cell, filter }) => [cell.input, filter.input], load)

async function withParts<Module>(pick: Parameters<typeof loadParts>[0], load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadParts(pick)])
  return module
}
