import {
  Bold,
  Code,
  CodeXml,
  FileSymlink,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Maximize2,
  Pilcrow,
  Search,
  Table,
  TextQuote,
} from '@lucide/vue'
import type { StateCommand } from '@codemirror/state'
import type { Component } from 'vue'
import { toggleCode, toggleInline, toggleLines } from './writingCommands.ts'

/** An action of the toolbar; those with a hint are in the menu, too. */
export interface WritingAction {
  /** Also the name of its message. */
  name: string
  icon: Component
  command?: StateCommand
  keys?: string
  /** How it is written in Markdown. */
  hint?: string
  /** Whether the button is pressed while the format is at the cursor. */
  isState?: boolean
  /** Begins a group. */
  begins?: boolean
}

/** The actions of the toolbar, in its order. */
export const writingActions: readonly WritingAction[] = [
  { name: 'paragraph', icon: Pilcrow, command: toggleLines('paragraph'), hint: '¶', isState: true },
  { name: 'heading2', icon: Heading2, command: toggleLines('heading2'), hint: '##', isState: true },
  { name: 'heading3', icon: Heading3, command: toggleLines('heading3'), hint: '###', isState: true },
  { name: 'bold', icon: Bold, command: toggleInline('bold'), keys: 'mod+b', isState: true, begins: true },
  { name: 'italic', icon: Italic, command: toggleInline('italic'), keys: 'mod+i', isState: true },
  { name: 'link', icon: Link, keys: 'mod+k', hint: '[ ]( )', isState: true },
  { name: 'record', icon: FileSymlink, hint: '[[' },
  {
    name: 'list',
    icon: List,
    command: toggleLines('list'),
    keys: 'mod+shift+8',
    hint: '-',
    isState: true,
    begins: true,
  },
  {
    name: 'numbers',
    icon: ListOrdered,
    command: toggleLines('numbers'),
    keys: 'mod+shift+7',
    hint: '1.',
    isState: true,
  },
  { name: 'task', icon: ListTodo, command: toggleLines('task'), hint: '- [ ]', isState: true },
  { name: 'quote', icon: TextQuote, command: toggleLines('quote'), hint: '>', isState: true, begins: true },
  { name: 'code', icon: Code, command: toggleCode, hint: '```', isState: true },
  { name: 'picture', icon: Image, hint: '![ ]( )' },
  { name: 'table', icon: Table, hint: '|' },
  { name: 'find', icon: Search, keys: 'mod+f', begins: true },
  { name: 'full', icon: Maximize2, isState: true },
  { name: 'source', icon: CodeXml, isState: true },
]
