import t from 'tap'
import { pluralOf, pluralOfName, singularOfName } from './index.ts'

t.test('plurals of words', async t => {
  const words: Record<string, string> = {
    task: 'tasks',
    recipe: 'recipes',
    category: 'categories',
    box: 'boxes',
    person: 'people',
    child: 'children',
    sheep: 'sheep',
    lens: 'lenses',
    canvas: 'canvases',
    metropolis: 'metropolises',
    Lens: 'Lenses',
    FAQ: 'FAQs',
    CPU: 'CPUs',
    URL: 'URLs',
  }
  for (const [word, plural] of Object.entries(words)) t.equal(pluralOf(word), plural)
})

t.test('the plural of a plural is the word itself', async t => {
  for (const word of [
    'tasks',
    'people',
    'children',
    'categories',
    'gurus',
    'taxis',
    'cpus',
    'sudokus',
    'milieus',
    'gadgets',
  ])
    t.equal(pluralOf(word), word)
  for (const word of ['task', 'lens', 'person', 'category', 'URL']) t.equal(pluralOf(pluralOf(word)), pluralOf(word))
})

t.test('names: only the last word changes', async t => {
  const names: [singular: string, plural: string][] = [
    ['Web page', 'Web pages'],
    ['Person', 'People'],
    ['Meal plan (draft)', 'Meal plan (drafts)'],
    ['Blog post 2', 'Blog posts 2'],
    ['Straße', 'Straßes'],
  ]
  for (const [singular, plural] of names) {
    t.equal(pluralOfName(singular), plural)
    t.equal(singularOfName(plural), singular)
    t.equal(pluralOfName(plural), plural)
    t.equal(singularOfName(singular), singular)
  }
  for (const name of ['', '42', '—', '  ']) {
    t.equal(pluralOfName(name), name, 'without a letter nothing changes')
    t.equal(singularOfName(name), name)
  }
})

t.test('names of abbreviations, with digits and of other languages', async t => {
  const names: [singular: string, plural: string][] = [
    ['MP3', 'MP3s'],
    ['CO2', 'CO2s'],
    ['PhD', 'PhDs'],
    ['Shaman', 'Shamans'],
    ['Talisman', 'Talismans'],
    ['Woman', 'Women'],
    ['Waltz', 'Waltzes'],
    ['Quiz', 'Quizzes'],
    ['Virus', 'Viruses'],
    ['Café', 'Cafés'],
    ['Cookie', 'Cookies'],
    ['Cache', 'Caches'],
    ['Niche', 'Niches'],
    ['Lens', 'Lenses'],
    ['Category', 'Categories'],
    ['Match', 'Matches'],
    ['API', 'APIs'],
  ]
  for (const [singular, plural] of names) {
    t.equal(pluralOfName(singular), plural)
    t.equal(singularOfName(plural), singular)
  }
  for (const word of ['physics', 'gps', 'CSS', 'News', 'Series']) t.equal(singularOfName(word), word)
  t.equal(pluralOfName('CSS'), 'CSS')
})
