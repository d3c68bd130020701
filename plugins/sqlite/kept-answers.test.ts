import t from 'tap'
import {
  collection,
  column,
  draft,
  fill,
  query,
  replace,
  sorted,
  urn,
  where,
} from '../../testing/store-suite/fixtures.ts'
import { KeptAnswers } from './kept-answers.ts'
import { emptyLayout } from './planning.ts'
import { newPaths, open } from './test-fixtures.ts'

const newPath = await newPaths(t)

await t.test('a page is read once, as long as nothing changes', async t => {
  const store = await open(newPath())
  t.teardown(() => store.close())
  const numbers = collection('kept', [column('n', 'number')])
  await store.define(numbers)
  await store.define(collection('other'))
  await fill(store, 'kept', { a: { n: 1 }, b: { n: 2 } })
  const question = query('kept', { conditions: [where('n', 'gte', 1, 'number')], sort: sorted('n', 'number') })
  const ids = async (asked = question): Promise<string[]> => (await store.list(asked)).documents.map(({ id }) => id)
  await store.list(question)
  const first = await store.list(question)
  t.equal(first.kept, true, 'from the second time on')
  t.equal(await store.list(question), first, 'the same page')
  t.not(await store.list({ ...question, limit: 1 }), first)
  await fill(store, 'other', { a: {} })
  t.equal(await store.list(question), first, 'a change elsewhere is none')
  t.equal(await store.count(question), 2)

  await store.write([replace('kept', draft('b', { n: 0 }), 1)])
  t.strictSame(await ids(), [urn('a')])
  t.equal(await store.count(question), 1)
  const writing = fill(store, 'kept', { c: { n: 3 } })
  const early = await ids() // may be from before
  await writing
  t.strictSame([early.includes(urn('a')), await ids()], [true, [urn('a'), urn('c')]])

  await store.define({ ...numbers, columns: [column('n', 'text')] })
  t.strictSame(await ids({ ...question, conditions: [where('n', 'gte', 'x', 'text')] }), [])
  await store.define(numbers)
  t.strictSame(await ids(), [urn('a'), urn('c')], 'other indexes')

  const long = 'x'.repeat(700_000)
  await fill(store, 'kept', { d: { n: 9, long }, e: { n: 9, long } })
  const large = await store.list(question)
  t.not(await store.list(question), large, 'what is large is not kept')
  t.strictSame((await store.list(question)).documents, large.documents)
})

t.test('what is asked again is kept, and makes room for others', async t => {
  const asked: string[] = []
  const answers = new KeptAnswers<string>({ size: ({ length }) => length, marked: answer => `${answer}!` }, 1_000)
  const found = { definition: collection('kept'), layout: emptyLayout('kept', 1) }
  const ask = (question: string, size = 50): string | Promise<string> =>
    answers.answer(found, question, () => {
      asked.push(question)
      return 'x'.repeat(size)
    })
  const asking = (...questions: string[]): number => {
    const before = asked.length
    for (const question of questions) void ask(question)
    return asked.length - before
  }
  t.equal(asking('often', 'often', 'often', 'often'), 2, 'from the second time on')
  const some = Array.from({ length: 30 }, (_, at) => `${at}`)
  t.equal(asking(...some.flatMap(each => [each, each, 'often'])), 60, 'what is asked often stays')
  t.equal(asking('29', 'often'), 0)
  t.equal(asking('0', '0', '0'), 2, 'what was asked long ago went')
  for (let i = 0; i < 3; i++) t.equal(await ask('large', 900), 'x'.repeat(900))
  t.equal(asked.filter(each => each === 'large').length, 3, 'what is large is not kept')
  t.equal(asking('often'), 0)

  asking('slow')
  let answer: (text: string) => void = () => undefined
  const slow = answers.answer(found, 'slow', () => new Promise<string>(resolve => (answer = resolve)))
  answers.changed([{ collection: 'kept', id: urn('a'), kind: 'insert' }])
  answer('from before the change')
  t.equal(await slow, 'from before the change')
  t.equal(await answers.answer(found, 'slow', () => 'after it'), 'after it!')
  t.equal(await answers.answer(found, 'slow', () => 'later'), 'after it!')
  t.equal(await answers.answer({ ...found }, 'slow', () => 'with other indexes'), 'with other indexes!')
  answers.lose()
  t.equal(asking('slow', 'slow', 'slow'), 2)
})
