import type { Scope } from './program.ts'
import { memoizeByObject } from '../../../lib/json/index.ts'

/** The properties that a template shows of a resource, each with what it shows of the object or resource in it. */
export interface ShownPaths extends ReadonlyMap<string, ShownPaths> {}

interface MutablePaths extends Map<string, MutablePaths> {}

/** What the slots of an element show, and the elements in it that are bound to a property. */
export const shownPaths = memoizeByObject((scope: Scope): ShownPaths => {
  const paths: MutablePaths = new Map()
  collect(scope, paths)
  return paths
})

/** What several elements together show of a resource. */
export function mergePaths(all: readonly ShownPaths[]): ShownPaths {
  const [first, ...others] = all
  if (first === undefined || others.length === 0) return first ?? new Map()
  const merged: MutablePaths = new Map()
  for (const paths of all) addAll(paths, merged)
  return merged
}

function addAll(from: ShownPaths, into: MutablePaths): void {
  for (const [name, inner] of from) addAll(inner, step(into, name))
}

function collect({ paths, entities }: Scope, into: MutablePaths): void {
  for (const { names } of paths) names.reduce(step, into)
  for (const entity of entities) collect(entity, entity.entity.split('.').reduce(step, into))
}

function step(into: MutablePaths, name: string): MutablePaths {
  const inner: MutablePaths = into.get(name) ?? new Map()
  into.set(name, inner)
  return inner
}
