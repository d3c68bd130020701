import { schemas } from '../../../../admin/src/index.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'

/** A property that a column can be mapped to. */
interface Target {
  /** Names joined by dots; `@id` is the id of the resource. */
  path: string
  /** The title for users: “Address › City”. */
  title: string
  /** Undefined for the id, and for properties that no schema declares. */
  property: schemas.Property | undefined
}

export const idPath = '@id'
const deepest = 4

/** The targets of a type: its properties and the properties of declared objects, except those that only the service sets. */
function targetsOf({ schema }: Pick<ResourceType, 'schema'>): Target[] {
  if (schema === undefined) return []
  return schemas.allPropertiesOf(schema).flatMap(property => within(property, '', '', 1))
}

/** Whether a type keeps properties that its schema does not declare. */
function isOpen({ schema }: Pick<ResourceType, 'schema'>): boolean {
  if (schema === undefined) return true
  return schemas.describe(schema).mayHaveMore
}

function within(property: schemas.Property, path: string, title: string, depth: number): Target[] {
  if (property.isReadOnly) return []
  const here = { path: path + property.name, title: title + property.title, property }
  const inner = property.kind === 'object' && depth < deepest ? schemas.allPropertiesOf(property.part) : []
  return [here, ...inner.flatMap(one => within(one, `${here.path}.`, `${here.title} › `, depth + 1))]
}

/** A target for a column that no property declares, with the column's own name. */
const undeclared = (name: string): Target => ({ path: name, title: name, property: undefined })

/** The targets that a column can be mapped to. @param takesIds whether this user is allowed to choose the ids of new resources */
export function choicesFor(column: string, type: Pick<ResourceType, 'schema'>, takesIds: boolean): Target[] {
  const targets = targetsOf(type)
  const isDeclared = targets.some(({ path }) => path === column)
  return [
    ...(takesIds ? [{ path: idPath, title: idPath, property: undefined }] : []),
    ...targets,
    ...(isOpen(type) && !isDeclared && column !== idPath && column !== '' ? [undeclared(column)] : []),
  ]
}
