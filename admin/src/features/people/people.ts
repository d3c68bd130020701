import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { Flat, FlatApi, JsonObject } from '../../api/index.ts'

/** What persons differ in from organizations. Texts about them are `people.<what>_<slug>`. */
export interface PeopleKind<Item extends Flat> {
  api: FlatApi<Item>
  /** Key of the text. */
  title: string
  icon: Component
  /** Schema of the flat shape, which the form is made from: texts in the language of the page. */
  schema: () => JsonObject
  /** The short name of a new one, which follows another field until somebody types one. */
  follows?: { slug: string; name: string }
  /** Columns between the name and when it was created. */
  facts: readonly { name: keyof Item & string; label: string; kind: 'text' | 'email' | 'uri' }[]
  /** Name of the address of its picture. */
  picture: keyof Item & string
  /** Where its name leads; without it the name opens the form. */
  to?: (item: Item) => RouteLocationRaw
}
