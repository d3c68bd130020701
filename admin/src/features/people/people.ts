import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { Flat, FlatApi } from '../../api/index.ts'
import type { FlatField } from './useFlatForm.ts'

/** What a list of such differs in from another. Texts about them are `people.<what>_<slug>`. */
export interface PeopleKind<Item extends Flat> {
  api: FlatApi<Item>
  /** Key of the text. */
  title: string
  icon: Component
  /** Of the form. */
  fields: readonly FlatField[]
  /** Columns between the name and when it was created. */
  facts: readonly { name: keyof Item & string; label: string; kind: 'text' | 'email' | 'uri' }[]
  /** Name of the address of its picture. */
  picture: keyof Item & string
  /** Where its name leads; without it the name opens the form. */
  to?: (item: Item) => RouteLocationRaw
}
