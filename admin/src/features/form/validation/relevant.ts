import type { ValidationError } from './validator.ts'

/** Errors which mean that a value is of another kind. */
const foreign = new Set(['type', 'const', 'enum', 'required', 'additionalProperties', 'false'])

/**
 * Reduce the errors of alternatives (`anyOf`, `oneOf`) to those of the alternative that fits best, which is the intended one. The remaining
 * errors are those that a user can correct.
 */
export function selectRelevant(errors: readonly ValidationError[]): ValidationError[] {
  let remaining = [...errors]
  for (const error of errors) {
    if (!remaining.includes(error) || !isAlternatives(error)) continue
    const branches = branchesOf(error, remaining)
    const [best, ...others] = branches.sort((a, b) => distance(a, error) - distance(b, error))
    if (best === undefined) continue // several fit: that is the error
    const unwanted = new Set(others.flat())
    remaining = remaining.filter(one => one !== error && !unwanted.has(one))
  }
  return remaining
}

const isAlternatives = ({ keyword }: ValidationError): boolean => keyword === 'anyOf' || keyword === 'oneOf'

function branchesOf(
  { schemaPath, instancePath }: ValidationError,
  errors: readonly ValidationError[],
): ValidationError[][] {
  const branches = new Map<string, ValidationError[]>()
  for (const error of errors) {
    const isInside = error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`)
    if (!isInside || !error.schemaPath.startsWith(`${schemaPath}/`)) continue
    const branch = error.schemaPath.slice(schemaPath.length + 1).split('/')[0] ?? ''
    branches.set(branch, [...(branches.get(branch) ?? []), error])
  }
  return [...branches.values()]
}

/** How far a value is from an alternative. Another type counts most, and so does another value of the constant that distinguishes the alternatives. */
function distance(branch: readonly ValidationError[], { instancePath }: ValidationError): number {
  const own = branch.filter(error => error.instancePath === instancePath && foreign.has(error.keyword))
  const isOtherType = own.some(({ keyword }) => keyword === 'type' || keyword === 'false')
  const isToldApart = branch.some(error => error.keyword === 'const' && isPartOf(error.instancePath, instancePath))
  return (isOtherType || isToldApart ? 10_000 : 0) + own.length * 100 + branch.length
}

const isPartOf = (pointer: string, outer: string): boolean =>
  pointer.startsWith(`${outer}/`) && !pointer.slice(outer.length + 1).includes('/')
