import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ownFormats } from '../../lib/json-schema/formats.ts'
import { markWords } from '../../lib/store-kit/words/marked-words.ts'
import { queryWords } from '../../lib/store-kit/words/query-words.ts'
import { markdownWords } from '../src/value/markdownWords.ts'
import { formatMessage } from '../src/i18n/message.ts'
import type { Message, Messages } from '../src/i18n/message.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const compiled = fileURLToPath(new URL('../..', import.meta.url))

t.test('messages: numbers are grouped, plurals depend on the language, unknown names stay', async t => {
  const changes: Message = { one: '{count} change', other: '{count} changes' }
  t.equal(formatMessage(changes, { count: 1 }, 'en'), '1 change')
  t.equal(formatMessage(changes, { count: 3201 }, 'en'), '3,201 changes')
  t.equal(formatMessage('{count} Zeilen', { count: 3201 }, 'de'), '3.201 Zeilen')
  t.equal(formatMessage('“{name}” and {constructor}', { name: '{count}' }, 'en'), '“{count}” and {constructor}')
})

t.test('the words of a search are marked where a word begins, whatever the case and the accents', async t => {
  const marked = (text: string, search: string): string =>
    markWords(text, queryWords(search))
      .map(part => (part.isMatch ? `[${part.text}]` : part.text))
      .join('')
  t.equal(marked('Rainbow trout, Trouts', 'TROUT'), 'Rainbow [trout], [Trout]s')
  t.equal(marked('Crème brûlée', 'creme br'), '[Crème] [br]ûlée')
  t.equal(marked('Cre\u0300me', 'crem'), '[Cre\u0300m]e', 'with its marks')
  t.equal(marked('untrout ﬁsh', 'trout fi'), 'untrout [ﬁ]sh', 'a ligature as a whole')
  t.equal(marked('東京都', '京'), '東[京]都')
  t.equal(marked('किताब कुतुब', 'कि'), '[कि]ताब [कु]तुब')
  t.equal(marked('カギ', 'か カギ'), '[カギ]')
  t.equal(marked('nothing', ''), 'nothing')
  t.equal(marked('a b', 'a ab b'), '[a] [b]')
})

/** Compiled message files by area, `messages/<language>/<area>.js` in the folder of the feature. */
function filesOf(language: string): Map<string, string> {
  const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
  const folder = `/messages/${language}/`
  return new Map(
    files
      .filter(file => `/${file}`.includes(folder) && file.endsWith('.js'))
      .map(file => [basename(file, '.js'), join(compiled, file)]),
  )
}

async function messagesOf(language: string, area: string): Promise<Messages> {
  const { default: messages } = (await import(filesOf(language).get(area) ?? '')) as { default: Messages }
  return messages
}

const areas = [...filesOf('en').keys()]

const placesIn = (message: Message): string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  return [...new Set(texts.flatMap(text => text.match(/\{\w+\}/g) ?? []))].sort()
}

t.test('every language has all messages, with the same placeholders', async t => {
  for (const area of areas) {
    const [english, german] = [await messagesOf('en', area), await messagesOf('de', area)]
    t.strictSame(Object.keys(german), Object.keys(english), `the names in ${area}`)
    for (const [name, message] of Object.entries(english)) {
      t.strictSame(placesIn(german[name] ?? ''), placesIn(message), `${area}: ${name}`)
    }
  }
})

t.test('all messages that the admin uses exist', async t => {
  const known = new Set<string>()
  for (const area of areas) {
    for (const name of Object.keys(await messagesOf('en', area))) known.add(`${area}.${name}`)
  }
  const ofPlugins = readdirSync(join(root, 'plugins')).map(name => join('plugins', name, 'screens'))
  const folders = ['admin/src', ...ofPlugins].filter(folder => existsSync(join(root, folder)))
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(?:ts|vue)$/.test(file))
      .map(file => join(folder, file)),
  )
  for (const file of files) {
    for (const [, key = ''] of readFileSync(join(root, file), 'utf8').matchAll(/\bt\(\s*'([\w-]+\.\w+)'/g)) {
      t.ok(known.has(key), `${key} in ${file}`)
    }
  }
})

t.test('every format of the service is worded in each language', async t => {
  for (const language of ['en', 'de']) {
    const messages = await messagesOf(language, 'form')
    for (const name of Object.keys(ownFormats)) t.ok(messages[`format_${name}`], `${name} ${language}`)
  }
})

t.test('a line of a list shows the words of a text in Markdown', async t => {
  for (const [text, words] of [
    ['## A heading\n\nSome **bold**, *slanted* and ***both***, `code`', 'A heading Some bold, slanted and both, code'],
    ['- one\n  - [x] two\n1. three\n> said', 'one ☑ two three said'],
    ['a [link](https://example.org/) and ![The harbour](urn:file:1)', 'a link and The harbour'],
    ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a b 1 2'],
    ['5 \\* 3 * 2, snake_case_name, __init__, \\_no\\_ and _yes_', '5 * 3 * 2, snake_case_name, init, _no_ and yes'],
    ['Title\n-----\nC# and 3 < 4, #tag', 'Title C# and 3 < 4, #tag'],
  ] as const)
    t.equal(markdownWords(text).replace(/\s+/g, ' ').trim(), words)
})
