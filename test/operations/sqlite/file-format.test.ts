import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import type { Test } from 'tap'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { ColumnKind, DocumentStore, Operator } from '../../../lib/store-kit/document-store.ts'
import { orderKey } from '../../../lib/store-kit/value-order.ts'
import { packageRoot, version } from '../../../kernel/package-root.ts'
import {
  collection,
  column,
  draft,
  fill,
  found,
  otherAccount,
  outcome,
  query,
  replace,
  sorted,
  urn,
  walk,
  where,
} from '../../../testing/store-suite/fixtures.ts'
import { Connection } from '../../../plugins/sqlite/file/connection.ts'
import { child, fillMany, newPaths, open } from '../../../plugins/sqlite/testing.ts'

const newPath = await newPaths(t)

/** Read everything in a file as any SQLite tool would, with only SQLite's own functions. */
function readPlainly(t: Test, path: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    t.strictSame(
      database
        .prepare('PRAGMA integrity_check', { returnArrays: true })
        .all()
        .map(([line]) => line),
      ['ok'],
    )
    const tables: { name: string; sql: string }[] = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
      .all()
    const rows = tables.map(({ name, sql }): [string, unknown[]] => {
      t.notMatch(sql, 'plinth_')
      const every = database.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`)
      every.setReadBigInts(name.includes('.words.')) // tables of SQLite's own index of words
      return [name, every.all()]
    })
    return Object.fromEntries(rows)
  } finally {
    database.close()
  }
}

/** All keywords of SQLite. */
const keywords =
  `ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT
CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END
ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FALSE FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX
INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR
ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT
ROLLBACK ROW ROWS SAVEPOINT SELECT SET STORED STRICT TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER TRUE UNBOUNDED UNION UNIQUE UPDATE USING VACUUM VALUES VIEW
VIRTUAL WHEN WHERE WINDOW WITH WITHIN WITHOUT`.replaceAll('\n', ' ')

/** Definitions with columns of every kind. */
const kinds = ['text', 'number', 'boolean', 'instant'] as const
const everyKind = [
  ...kinds.map(kind => column(kind, kind)),
  ...kinds.map(kind => column(`free ${kind}`, kind, { indexed: false })),
  column('list', 'text', { many: true }),
  column('object', 'json', { indexed: false }),
  column('only', 'text', { unique: true }),
]
const valuesOf = (i: number) => {
  const [text, instant] = [`text ${i}`, `2026-01-01T00:00:${String(i % 60).padStart(2, '0')}.5+01:00`]
  const own = { text, number: i / 2, boolean: i % 2 === 0, instant }
  const free = Object.fromEntries(Object.entries(own).map(([name, value]) => [`free ${name}`, value]))
  return { ...own, ...free, list: [text], object: { deep: [i] }, only: text }
}

async function fillEveryKind(store: DocumentStore, name: string, count: number): Promise<void> {
  await store.define(collection(name, everyKind, { words: { except: [] } }))
  await fillMany(store, name, 0, count, valuesOf)
}

await t.test('any SQLite tool can read the file', async t => {
  const path = newPath()
  const store = await open(path)
  await fillEveryKind(store, 'small', 20)
  await fill(store, 'small', {
    odd: { text: 5, number: 'five', boolean: 1, 'free number': 'five', list: 'one', object: 3 },
  })
  await store.define(collection('grown', everyKind.slice(0, 3)))
  await fillMany(store, 'grown', 0, 600, valuesOf)
  await store.define(collection('grown', everyKind, { words: { except: [] } }))
  await store.close()
  const { small = [], grown = [] } = readPlainly(t, path)
  t.equal(small.length, 21)
  t.match(small[1], {
    text: 'text 1',
    number: 0.5,
    boolean: 0,
    'free text': 'text 1',
    'free number': 0.5,
    object: '{"deep":[1]}',
  })
  t.match(grown[3], { text: 'text 3', 'free text': 'text 3', only: 'text 3' })
})

await t.test('a column that is added to a large table in use contains the values of existing documents', async t => {
  const path = newPath()
  const store = await open(path)
  t.teardown(() => store.close())
  const plain = everyKind.map(each => ({ ...each, indexed: false, unique: false }))
  await store.define(collection('grown', plain))
  await fillMany(store, 'grown', 0, 600, valuesOf)
  await fill(store, 'grown', { odd: { text: 5, number: 'five', boolean: 1, instant: 'never', 'free number': 'five' } })
  const results = async (): Promise<unknown> => {
    const answers: unknown[] = []
    for (const prefix of ['', 'free ']) {
      for (const [kind, operand] of [
        ['text', 'text 7'],
        ['number', 3.5],
        ['boolean', true],
        ['instant', '2025-12-31T23:00:07.5Z'],
      ] as const) {
        for (const operator of ['eq', 'ne', 'gt', 'lte', 'in'] as const) {
          const conditions = [where(`${prefix}${kind}`, operator, operand, kind)]
          answers.push([kind, operator, await found(store, 'grown', { conditions })])
        }
      }
    }
    return answers
  }
  const before = await results()
  await store.define(collection('grown', everyKind))
  t.strictSame(await results(), before, 'with an index')
  await store.write([replace('grown', draft('n3', { ...valuesOf(3), only: 'another' }), 1)])
  t.equal(await outcome(fill(store, 'grown', { twice: { only: 'another' } })), 'unique at 0: only')
  const inOrder = await walk(store, query('grown', { sort: sorted('number', 'number') }))
  t.strictSame(inOrder.slice(1, 3), ['n0', 'n1'])
  t.equal(inOrder[0], 'odd', 'what a column does not hold sorts like null')
  await store.define(collection('grown', plain))
  t.strictSame(await results(), before, 'and without')
})

await t.test('properties can have any name of SQL', async t => {
  const store = await open(newPath())
  t.teardown(() => store.close())
  const connection = new Connection(':memory:')
  const functions = connection.all('SELECT DISTINCT name FROM pragma_function_list').map(([name]) => String(name))
  connection.close()
  const names = [...keywords.split(' '), ...functions, 'rowid', 'value', 'key', 'w', 'd', 'rank', 'words', 'document']
  const properties = [...new Set([...names, ...names.map(name => name.toLowerCase())])].filter(
    name => !/[^\w]/.test(name),
  )
  for (const indexed of [true, false]) {
    const name = indexed ? 'indexed' : 'free'
    for (let i = 0; i < properties.length; i += 120) {
      const some = properties.slice(i, i + 120)
      const collectionName = `${name}_${i}`
      await store.define(
        collection(
          collectionName,
          some.map(property => column(property, 'boolean', { indexed })),
        ),
      )
      await fill(store, collectionName, {
        yes: Object.fromEntries(some.map(property => [property, true])),
        no: Object.fromEntries(some.map(property => [property, false])),
        none: {},
      })
      for (const property of some) {
        const asked = async (operator: 'eq' | 'nin') =>
          (await found(store, collectionName, { conditions: [where(property, operator, true, 'boolean')] })).join(' ')
        t.strictSame([await asked('eq'), await asked('nin')], ['yes', 'no none'], property)
        if (indexed) {
          const sort = sorted(property, 'boolean', 'desc')
          t.strictSame(await walk(store, query(collectionName, { sort })), ['yes', 'no', 'none'], property)
        }
      }
    }
  }
})

const stored = (format: number): string => join(packageRoot, `test/fixtures/stored/sqlite-${format}.db.gz`)

/** A file of an earlier format, with this many further rows. */
async function earlierFile(format: number, further: number): Promise<string> {
  const path = newPath()
  await writeFile(path, gunzipSync(readFileSync(stored(format))))
  const database = new DatabaseSync(path)
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 WHERE ${further} > 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${further}),
      some AS (SELECT * FROM measures LIMIT 1)
    INSERT INTO measures
      (scope, id, type_slug, status, created_by, account_id, sequence_no, created_at, updated_at, meta, value, data, late)
      SELECT scope, id || n, type_slug, status, created_by, account_id, sequence_no, created_at, updated_at, meta, value, data,
        '3063944935200.' || (1230000 + n) FROM some, numbers`)
  database.close()
  return path
}

for (const [format, further] of [
  [3, 0],
  [4, 5_000],
] as const) {
  await t.test(`a file of format ${format} is converted despite interruptions`, async t => {
    const whole = await earlierFile(format, further)
    const preciseKey = /"3\d{12}\.\d{4,}"/
    t.match(JSON.stringify(readPlainly(t, whole)['books']), preciseKey)
    await (await open(whole)).close()
    const expected = readPlainly(t, whole)
    t.notMatch(JSON.stringify(expected['books']), preciseKey)
    t.match(expected['plinth.store'], [{ format: 5, version, conversion: `{"from":${format},"to":5,` }])
    delete expected['plinth.store'] // the time of a conversion differs
    const path = await earlierFile(format, further)
    let kills = 0
    for (let statements = 10; ; statements *= 6) {
      const converting = child(
        path,
        `const { Connection } = await import(${JSON.stringify(new URL('../../../plugins/sqlite/file/connection.js', import.meta.url).href)})
        let left = ${statements}
        for (const name of ['execute', 'run']) {
          const real = Connection.prototype[name]
          Connection.prototype[name] = function (...given) {
            if (--left === 0) {
              say('converting')
              process.kill(process.pid, 'SIGSTOP')
            }
            return real.apply(this, given)
          }
        }
        await store.open({ convert: true })
        await store.close()
        say('converted')`,
      )
      let isConverted = false
      for await (const line of converting.lines) {
        isConverted = line === 'converted'
        if (isConverted) continue
        await t.rejects(open(path), /in use by process/, 'others are refused meanwhile')
        converting.process.kill('SIGKILL')
      }
      await converting.ended
      if (isConverted) break
      kills += 1
      const copy = newPath()
      for (const end of ['', '-wal']) if (existsSync(path + end)) await copyFile(path + end, copy + end)
      const connection = new Connection(copy)
      t.strictSame(connection.all('PRAGMA integrity_check'), [['ok']])
      connection.close()
    }
    t.ok(kills > 1, `${kills} kills`)
    const { 'plinth.store': _store, ...content } = readPlainly(t, path)
    t.strictSame(content, expected)
    const store = await open(path)
    t.strictSame((await store.operations?.report?.())?.problems, [])
    await store.close()
  })
}

/** Make the keys of instants as format 4 had them: with the whole fraction of a second. */
function makeEarlierKeys(path: string): void {
  const database = new DatabaseSync(path)
  const earlierKey = (text: string): string => {
    const [, second = '', fraction = ''] = /^(.{19})(?:\.(\d+?)0*)?Z$/.exec(text) ?? []
    return orderKey(`${second}Z`, 'instant') + fraction
  }
  database.function('earlier_key', earlierKey)
  const values: { name: string }[] = database
    .prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'dated.values.%'")
    .all()
  database.exec(`
    UPDATE dated SET at = earlier_key(data ->> 'at'), only = earlier_key(data ->> 'only') WHERE at GLOB '3*';
    DELETE FROM "${values[0]?.name ?? ''}";
    INSERT INTO "${values[0]?.name ?? ''}" SELECT earlier_key(value), dated.rowid FROM dated, json_each(data, '$.times');
    UPDATE "plinth.collections" SET layout = json_set(layout, '$.format', 4);
    UPDATE "plinth.store" SET format = 4`)
  database.close()
}

await t.test('keys of date-times of format 4 are cut to milliseconds', async t => {
  const path = newPath()
  const store = await open(path)
  const columns = [
    column('at', 'instant'),
    column('times', 'instant', { many: true }),
    column('only', 'instant', { unique: true }),
  ]
  await store.define(collection('dated', columns))
  const dated = (fraction: string, i: number): JsonObject => ({
    at: `2026-01-01T00:00:00${fraction}Z`,
    times: [`2026-01-01T00:00:00${fraction}Z`, '2026-01-01T00:00:00.1231Z', '2026-01-01T00:00:00.1239Z'],
    only: `2026-01-01T00:00:0${i}${fraction}Z`,
  })
  const fractions = ['.1234567', '.123', '.1230001', '.1004', '.1', '.0001', '', '.9999999', '.1000']
  await fill(store, 'dated', Object.fromEntries(fractions.map((fraction, i) => [`n${i}`, dated(fraction, i)])))
  await fill(store, 'dated', { odd: { at: '3 texts that are no date-times', only: 5 } })
  await store.close()
  const { 'plinth.store': _made, ...expected } = readPlainly(t, path)
  makeEarlierKeys(path)
  t.match(JSON.stringify(readPlainly(t, path)), /\.1234567"/)
  const again = await open(path)
  t.strictSame((await again.operations?.report?.())?.problems, [])
  const equal = (name: string) =>
    found(again, 'dated', { conditions: [where(name, 'eq', '2026-01-01T01:00:00.1235+01:00', 'instant')] })
  t.strictSame(await equal('at'), ['n0', 'n1', 'n2'])
  t.equal((await equal('times')).length, fractions.length)
  const inOrder = await walk(again, query('dated', { sort: sorted('at', 'instant') }))
  t.strictSame(inOrder, ['odd', 'n5', 'n6', 'n3', 'n4', 'n8', 'n0', 'n1', 'n2', 'n7'])
  await again.close()
  const { 'plinth.store': _converted, ...content } = readPlainly(t, path)
  t.strictSame(content, expected)
})

await t.test('columns in which release 0.2.0 kept values of several types are made again', async t => {
  const path = newPath()
  const columns = [
    column('code', 'text', { unique: true }),
    column('any', 'json', { indexed: false }),
    column('at', 'instant'),
    column('tags', 'text', { many: true }),
  ]
  const indexes = [{ equal: [{ path: ['code'] }], order: { path: ['at'] }, tested: [] }]
  const definition = collection('earlier', columns, { indexes })
  const store = await open(path)
  await store.define(definition)
  await fillMany(store, 'earlier', 0, 600, i => ({ code: `c${i}`, any: i, at: '2026-01-01T00:00:00Z', tags: ['x'] }))
  await fill(store, 'earlier', { odd: { code: 5, any: 'text', at: 7, tags: ['x', 1] } })
  await store.close()
  const file = new DatabaseSync(path)
  const [definitionText, layoutText]: string[] = file
    .prepare('SELECT definition, layout FROM "plinth.collections"', { returnArrays: true })
    .get()
  const parsed = JSON.parse(String(layoutText))
  const earlier = { shape: 'pure', examined: true }
  const [code, any, at, tags] = parsed.columns
  parsed.columns = [
    { ...code, ...earlier, shape: 'varied', keyed: true },
    { ...any, ...earlier, kind: 'mixed', stored: true, indexed: true },
    { ...at, ...earlier },
    { ...tags, ...earlier },
  ]
  const mixed = String(definitionText).replace('"kind":"json"', '"kind":"mixed"')
  file.exec(`
    ALTER TABLE earlier DROP COLUMN any; ALTER TABLE earlier ADD COLUMN any TEXT;
    UPDATE earlier SET code = '4' || (data ->> 'code'), any = '2' || (data ->> 'any'), at = ifnull(at, '2c01c');
    INSERT INTO "earlier.values.${tags.number}" SELECT '2bff', rowid FROM earlier WHERE id = '${urn('odd')}'`)
  file.prepare('UPDATE "plinth.collections" SET definition = ?, layout = ?').run(mixed, JSON.stringify(parsed))
  file.close()

  const again = await open(path)
  t.teardown(() => again.close())
  const check = async (title: string): Promise<void> => {
    const ask = (name: string, operator: Operator, operand: string | boolean, kind: ColumnKind) =>
      found(again, 'earlier', { conditions: [where(name, operator, operand, kind)] })
    t.strictSame(await ask('code', 'eq', 'c17', 'text'), ['n17'], title)
    t.strictSame(await ask('code', 'exists', false, 'text'), ['odd'], title)
    t.strictSame(await ask('any', 'eq', 'text', 'json'), ['odd'], title)
    t.strictSame(await ask('at', 'exists', false, 'instant'), ['odd'], title)
    t.equal((await ask('tags', 'eq', 'x', 'text')).length, 601, title)
    const byCode = query('earlier', { sort: sorted('code', 'text') })
    t.strictSame((await walk(again, byCode)).slice(0, 3), ['odd', 'n0', 'n1'], title)
  }
  await check('as it was opened')
  await again.define(definition)
  await check('defined again')
  t.equal(await outcome(fill(again, 'earlier', { twice: { code: 'c17' } })), 'unique at 0: code')
  t.strictSame((await again.operations?.report?.())?.problems, [])
  t.strictSame((await again.collections())[0], definition)
})

await t.test('a file of format 4 whose unique date-times are equal to the millisecond is left as it is', async t => {
  const path = newPath()
  const store = await open(path)
  const columns = [
    column('at', 'instant'),
    column('times', 'instant', { many: true }),
    column('only', 'instant', { unique: true }),
  ]
  await store.define(collection('dated', columns))
  const only = (fraction: string): JsonObject => ({
    at: '2026-01-01T00:00:00Z',
    only: `2026-01-01T00:00:00${fraction}Z`,
  })
  await fill(store, 'dated', { a: only('.1231'), b: only('.2') })
  await fill(store, 'dated', { other: only('.1232') }, { account_id: otherAccount })
  await store.close()
  const change = (from: string, to: string): void => {
    const database = new DatabaseSync(path)
    database.exec(`UPDATE dated SET data = replace(data, '${from}Z', '${to}Z'), only = NULL WHERE id = '${urn('b')}'`)
    database.close()
    makeEarlierKeys(path)
  }
  change('.2', '.1239')
  const before = readPlainly(t, path)
  await t.rejects(open(path), {
    name: 'ConfigurationError',
    message: `then convert again: thing, only: ${urn('a')}, ${urn('b')}`,
  })
  t.strictSame(readPlainly(t, path), before)
  change('.1239', '.124')
  const again = await open(path)
  const conditions = [where('only', 'eq', '2026-01-01T00:00:00.123Z', 'instant')]
  t.strictSame(await found(again, 'dated', { conditions }), ['a'])
  await again.close()
})

await t.test('after a clean stop there is only one file, and it is private', async t => {
  const path = newPath()
  const before = process.umask(0o022)
  t.teardown(() => process.umask(before))
  const store = await open(path)
  await fillEveryKind(store, 'things', 200)
  const modes = ['', '-wal', '-shm', '.lock'].map(end => (statSync(path + end).mode & 0o777).toString(8))
  t.strictSame(modes, ['600', '600', '600', '600'])
  await store.close()
  t.equal(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0)
  const copy = newPath()
  await copyFile(path, copy)
  await chmod(copy, 0o644)
  const again = await open(copy)
  t.equal((await walk(again, query('things'))).length, 200)
  t.equal((statSync(copy).mode & 0o777).toString(8), '640', 'the permissions of other users are removed')
  await again.close()
})
