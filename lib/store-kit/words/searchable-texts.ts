import type { WordExceptions } from '../document-store.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { InvalidInput } from '../../errors/index.ts'
import { compileReferenceFinder } from '../../json-schema/index.ts'

/** Paths as a tree, so that the data is traversed once whatever their number. */
interface Branch {
  ends: boolean
  children: Map<string, Branch>
}

/** The texts in data that are searched. */
export function searchableTexts(data: JsonObject, except: WordExceptions): string[] {
  const texts: string[] = []
  if ('schema' in except) collect(data, placesIn(data, except), texts, true)
  else collect(data, treeOf(except), texts, false)
  return texts
}

const trees = new WeakMap<object, Branch>()

function treeOf(paths: readonly (readonly string[])[]): Branch {
  const known = trees.get(paths) ?? makeTree(paths)
  trees.set(paths, known)
  return known
}

function makeTree(paths: readonly (readonly (string | number)[])[]): Branch {
  const root: Branch = { ends: false, children: new Map() }
  for (const path of paths) {
    let branch = root
    for (const step of path) {
      const next = branch.children.get(String(step)) ?? { ends: false, children: new Map<string, Branch>() }
      branch.children.set(String(step), next)
      branch = next
    }
    branch.ends = true
  }
  return root
}

const finders = new WeakMap<object, ReturnType<typeof compileReferenceFinder>>()

/** Paths of references, including array indexes. For data that is too large to be searched, no text is excepted. */
function placesIn(data: JsonObject, except: { readonly schema: JsonObject }): Branch {
  const find = finders.get(except) ?? compileReferenceFinder(except.schema)
  finders.set(except, find)
  try {
    return makeTree(find(data).map(({ path }) => path))
  } catch (error) {
    if (error instanceof InvalidInput) return makeTree([])
    throw error
  }
}

/** @param indexed whether the branches contain array indexes; otherwise an array shares the branch of its items */
function collect(value: Json, branch: Branch | undefined, texts: string[], indexed: boolean): void {
  if (typeof value === 'string') {
    if (branch?.ends !== true) texts.push(value)
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      collect(item, indexed ? branch?.children.get(String(index)) : branch, texts, indexed)
    }
  } else if (value !== null && typeof value === 'object') {
    for (const name of Object.keys(value)) {
      const child = value[name]
      if (child !== undefined) collect(child, branch?.children.get(name), texts, indexed)
    }
  }
}
