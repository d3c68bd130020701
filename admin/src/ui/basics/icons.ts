import {
  Activity,
  Album,
  Apple,
  Archive,
  ArrowLeftRight,
  Bell,
  Blocks,
  Book,
  BookOpen,
  Box,
  Boxes,
  Briefcase,
  Building2,
  Calendar,
  CalendarClock,
  CalendarDays,
  Carrot,
  ChartBar,
  ChartPie,
  ChefHat,
  CircleHelp,
  Clock,
  Contact,
  CookingPot,
  CreditCard,
  Database,
  FileText,
  Film,
  Flag,
  Folder,
  FolderKanban,
  Gauge,
  Globe,
  HeartPulse,
  Image,
  Key,
  KeyRound,
  Landmark,
  Layers,
  LayoutDashboard,
  LayoutTemplate,
  Leaf,
  Library,
  Lightbulb,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Lock,
  Mail,
  MapPin,
  Menu,
  MessageSquare,
  MonitorSmartphone,
  Music,
  Newspaper,
  Package,
  Paintbrush,
  Palette,
  PanelLeft,
  PanelsTopLeft,
  PenLine,
  Plug,
  Puzzle,
  Refrigerator,
  Route,
  Scale,
  ScrollText,
  Settings,
  Shapes,
  Shield,
  Server,
  ShieldCheck,
  ShoppingBasket,
  ShoppingCart,
  SquareCheck,
  Star,
  Store,
  Tag,
  User,
  Users,
  Utensils,
  Workflow,
  Wrench,
} from '@lucide/vue'
import { shallowRef } from 'vue'
import type { Component } from 'vue'

/** The icons in the main bundle. Data can name any other icon of Lucide as well: plugins for their screens, schemas for their types (`x-icon`). */
const bundled: Readonly<Record<string, Component>> = {
  activity: Activity,
  album: Album,
  apple: Apple,
  archive: Archive,
  'arrow-left-right': ArrowLeftRight,
  bell: Bell,
  blocks: Blocks,
  book: Book,
  'book-open': BookOpen,
  box: Box,
  boxes: Boxes,
  briefcase: Briefcase,
  building: Building2,
  'building-2': Building2,
  calendar: Calendar,
  'calendar-clock': CalendarClock,
  'calendar-days': CalendarDays,
  carrot: Carrot,
  chart: ChartBar,
  'chart-pie': ChartPie,
  'chef-hat': ChefHat,
  clock: Clock,
  contact: Contact,
  'cooking-pot': CookingPot,
  'credit-card': CreditCard,
  database: Database,
  file: FileText,
  'file-text': FileText,
  film: Film,
  flag: Flag,
  folder: Folder,
  'folder-kanban': FolderKanban,
  gauge: Gauge,
  globe: Globe,
  health: HeartPulse,
  'heart-pulse': HeartPulse,
  help: CircleHelp,
  image: Image,
  key: Key,
  'key-round': KeyRound,
  landmark: Landmark,
  layers: Layers,
  'layout-dashboard': LayoutDashboard,
  'layout-template': LayoutTemplate,
  leaf: Leaf,
  library: Library,
  lightbulb: Lightbulb,
  link: Link,
  list: List,
  'list-checks': ListChecks,
  'list-ordered': ListOrdered,
  lock: Lock,
  mail: Mail,
  'map-pin': MapPin,
  menu: Menu,
  message: MessageSquare,
  'monitor-smartphone': MonitorSmartphone,
  music: Music,
  newspaper: Newspaper,
  package: Package,
  paintbrush: Paintbrush,
  palette: Palette,
  'panel-left': PanelLeft,
  'panels-top-left': PanelsTopLeft,
  'pen-line': PenLine,
  plug: Plug,
  puzzle: Puzzle,
  refrigerator: Refrigerator,
  route: Route,
  scale: Scale,
  'scroll-text': ScrollText,
  settings: Settings,
  shapes: Shapes,
  shield: Shield,
  server: Server,
  'shield-check': ShieldCheck,
  'shopping-basket': ShoppingBasket,
  'shopping-cart': ShoppingCart,
  'square-check': SquareCheck,
  star: Star,
  store: Store,
  tag: Tag,
  user: User,
  users: Users,
  utensils: Utensils,
  workflow: Workflow,
  wrench: Wrench,
}

/** All icons of Lucide; undefined until one is requested that is not in the main bundle. */
const all = shallowRef<Readonly<Record<string, Component>>>()
let isRequested = false

async function loadAll(): Promise<void> {
  isRequested = true
  try {
    all.value = (await import('./every-icon.ts')).icons
  } catch {
    isRequested = false // loaded again with the next request
  }
}

/** The name that Lucide exports: `heart-pulse` is HeartPulse. */
const exported = (name: string): string =>
  name
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function iconNamed(name: unknown): Component | undefined {
  if (typeof name !== 'string' || name === '') return undefined
  if (Object.hasOwn(bundled, name)) return bundled[name]
  if (!isRequested) void loadAll()
  const key = exported(name)
  return all.value !== undefined && Object.hasOwn(all.value, key) ? all.value[key] : undefined
}

/** The icons that data can name. Components that read them while rendering update when more are loaded. */
export const icons = {
  /** The icon with this name; undefined when there is none or while it is loading. */
  named: iconNamed,
  /** Names of all icons to choose from: those of the main bundle, then, when they are loaded, all others. */
  names: (): string[] => {
    if (!isRequested) void loadAll()
    const others = Object.keys(all.value ?? {}).map(key => key.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase())
    const names = [...new Set([...Object.keys(bundled), ...others])]
    const firstNames = new Map(names.toReversed().map(name => [iconNamed(name), name])) // some icons have several names
    return names.filter(name => firstNames.get(iconNamed(name)) === name && iconNamed(name) !== undefined)
  },
}
