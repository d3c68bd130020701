import { Name, _ } from 'ajv'
import type { CodeKeywordDefinition, KeywordCxt } from 'ajv'

/** Name of the keyword that {@link evaluatedKeyword} defines. */
export const evaluatedName = 'x-evaluated'

/**
 * A keyword that keeps in a variable which properties were evaluated, from before the first alternative on. Ajv itself begins a variable in the
 * branch that needs it first, so that in any other one what `$ref` and `allOf` had evaluated is lost: valid values are refused, and invalid ones pass.
 */
export const evaluatedKeyword: CodeKeywordDefinition = {
  keyword: evaluatedName,
  schemaType: 'boolean',
  before: 'not', // the first keyword with schemas for the same value, behind $ref
  code({ gen, it }: KeywordCxt) {
    if (it.props === true || it.props instanceof Name) return
    const names = Object.keys(it.props ?? {})
    it.props = gen.var('props', _`{}`)
    for (const name of names) gen.assign(_`${it.props}[${name}]`, true)
  },
}

/** `if`, `then` and `else`: what `if` evaluates counts only where the value fits it, and also without `then`. Ajv counts it always, or never. */
export const conditionKeyword: CodeKeywordDefinition = {
  keyword: 'if',
  schemaType: ['object', 'boolean'],
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, parentSchema } = cxt
    const valid = gen.let('valid', true)
    const fits = gen.name('_valid')
    const tested = cxt.subschema({ keyword: 'if', compositeRule: true, createErrors: false, allErrors: false }, fits)
    cxt.reset()
    const apply = (keyword: 'then' | 'else'): void => {
      if (parentSchema[keyword] === undefined) return
      const applied = cxt.subschema({ keyword }, fits)
      gen.assign(valid, fits)
      cxt.mergeValidEvaluated(applied, valid)
    }
    gen.if(
      fits,
      () => {
        cxt.mergeEvaluated(tested, Name)
        apply('then')
      },
      () => apply('else'),
    )
    cxt.pass(valid, () => cxt.error(true))
  },
}
