import {
  AlignLeft,
  ArrowUpRight,
  Asterisk,
  Braces,
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  Hash,
  Heading,
  Image,
  Link,
  List,
  ListChecks,
  Mail,
  Palette,
  Sigma,
  Square,
  SquareCheck,
  Timer,
  Type,
} from '@lucide/vue'
import type { Component } from 'vue'
import { t } from '../../../i18n/index.ts'
import type { BuilderKind } from '../schema/kinds.ts'

const icons: Readonly<Record<BuilderKind, Component>> = {
  text: Type,
  'long-text': AlignLeft,
  'formatted-text': Heading,
  email: Mail,
  link: Link,
  image: Image,
  number: Sigma,
  integer: Hash,
  boolean: SquareCheck,
  date: Calendar,
  time: Clock,
  'date-time': CalendarClock,
  duration: Timer,
  colour: Palette,
  choice: CircleDot,
  choices: ListChecks,
  reference: ArrowUpRight,
  references: ArrowUpRight,
  texts: List,
  object: Square,
  anything: Asterisk,
}

/** The icon of a kind of property. */
export const kindIcon = (kind: BuilderKind | undefined): Component => (kind === undefined ? Braces : icons[kind])

/** The name of a kind of property. */
export const kindLabel = (kind: BuilderKind | undefined): string =>
  t(`builder.kind_${kind === undefined ? 'json' : kind.replaceAll('-', '_')}`)
