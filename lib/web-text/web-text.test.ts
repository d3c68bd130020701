import t from 'tap'
import { anchorId, anchorOf, isLocalPath, isRecordUrn, safeUrl } from './index.ts'

t.test('links and pictures that a text can have', async t => {
  for (const url of [
    'https://e.org/online=1',
    'http://e.org',
    'mailto:a@b.c',
    'tel:+49123',
    '/a',
    'a.html',
    '#a',
    '//e.org/x',
  ])
    t.equal(safeUrl(url), url)
  for (const url of ['javascript:alert(1)', 'java\tscript:x', 'data:text/html,x', 'urn:note:1', 'ftp://e.org', 'x:y'])
    t.equal(safeUrl(url), undefined, url)
  t.equal(safeUrl('data:image/png;base64,AAAA'), undefined)
  t.equal(safeUrl('data:image/png;base64,AAAA', true), 'data:image/png;base64,AAAA')
  t.strictSame(['/a', '//a', '/\\a', 'a'].map(isLocalPath), [true, false, false, false])
  t.strictSame(['urn:note:01', 'urn:note:', 'URN:note:1', 'urn:note:a/b'].map(isRecordUrn), [true, false, false, false])
})

t.test('anchors get a prefix, and so do the links to them', async t => {
  t.strictSame(['a', 'ä', 'a b', ''].map(anchorId), ['text-a', 'text-ä', undefined, undefined])
  const ids = new Set(['a', 'ä'])
  t.strictSame(
    ['#a', '#ä', '#%C3%A4', '#b', '#%', '/x#a'].map(href => anchorOf(href, ids)),
    ['#text-a', '#text-ä', '#text-%C3%A4', undefined, undefined, undefined],
  )
})
