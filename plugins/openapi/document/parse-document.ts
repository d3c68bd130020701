import {
  Lexer,
  LineCounter,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument as parseYaml,
  visit,
} from 'yaml'
import type { Document, Node } from 'yaml'
import { isObject, parseJsonOrNothing, pointerTokens } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** Aliases represent copies: without limits a few lines could represent gigabytes. */
const maxAliases = 100
/** How many values all aliases together represent. */
const maxAliasedValues = 100_000
const maxDepth = 200
/** The parser is recursive and can exhaust the stack where no error can be caught: a text with more open brackets is not given to it. */
const maxOpenBrackets = 1000
/** The parser quotes the text at an error, which can be the rest of the file. */
const maxMessageLength = 200
const tooDeep = `is nested deeper than ${maxDepth} levels`

/** A parsed document, and the positions of its parts in the text. */
export interface ParsedDocument {
  document: JsonObject
  /** Line of the part that a JSON Pointer names, or of the nearest part around it; counted from 1. */
  lineOf(pointer: string): number | undefined
}

/** A text that is not a YAML or JSON object. */
export class UnreadableText extends Error {
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.name = 'UnreadableText'
    this.line = line
  }
}

/**
 * Parse a text as YAML 1.2, which includes JSON. Keys are the texts that are written, as OpenAPI demands (the failsafe schema of YAML): `1.10` and `null`
 * are names. Duplicate keys, custom tags, aliases that refer to a node that contains them, more than a hundred aliases, and aliases that represent more than
 * 100,000 values are refused.
 * @throws UnreadableText
 */
export function parseDocument(text: string): ParsedDocument {
  const json = readJson(text)
  if (json === undefined) return parseAsYaml(text)
  // Positions are only needed for errors: until then JSON, which is parsed much faster, does not need them.
  let yaml: ParsedDocument | undefined
  return { document: json, lineOf: pointer => (yaml ??= parseAsYaml(text, false)).lineOf(pointer) }
}

/** The object that a text is in strict JSON; undefined when it must be parsed as YAML, if only to find out what is wrong with it. */
function readJson(text: string): JsonObject | undefined {
  const value = text.trimStart().startsWith('{') ? parseJsonOrNothing(text, maxDepth, Infinity) : undefined
  return isObject(value) ? value : undefined
}

/** @param uniqueKeys whether two equal keys are looked for, which takes time that grows with the square of their number */
function parseAsYaml(text: string, uniqueKeys = true): ParsedDocument {
  try {
    return readYaml(text, uniqueKeys)
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableText(tooDeep) // the stack is exhausted
    throw error
  }
}

/** @throws UnreadableText when more brackets and braces are open than the parser can nest; those in scalars and comments do not count */
function checkBrackets(text: string): void {
  let open = 0
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') open++
    else if (lexeme === ']' || lexeme === '}') open--
    if (open > maxOpenBrackets) throw new UnreadableText(tooDeep)
  }
}

function readYaml(text: string, uniqueKeys: boolean): ParsedDocument {
  checkBrackets(text)
  const lineCounter = new LineCounter()
  const lines = text.replaceAll(/\r\n?/g, '\n') // YAML ends lines with any of them, the parser not with \r
  const yaml = parseYaml(lines, { lineCounter, uniqueKeys, prettyErrors: false, schema: 'core', stringKeys: true })
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line
  const [problem] = [...yaml.errors, ...yaml.warnings]
  if (problem !== undefined) {
    // that is how the parser reports that the stack is exhausted
    const message = problem.code === 'RESOURCE_EXHAUSTION' ? tooDeep : describe(problem.message)
    throw new UnreadableText(message, lineAt(problem.pos[0]))
  }
  checkStructure(yaml, lineAt)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- YAML with the core schema contains only what JSON can contain
  const document = yaml.toJS({ maxAliasCount: -1 }) as Json
  if (!isObject(document)) throw new UnreadableText('must be a YAML or JSON object', 1)
  return { document, lineOf: pointer => lineOfNode(yaml, pointer, lineAt) }
}

/** The first line of a message of the parser, without its position, which is reported separately. */
function describe(message: string): string {
  const [first = message] = message.split('\n')
  const text = first.replace(/ at line \d+.*$/, '')
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text
}

/** Tags that the parser knows without its schema having them. */
const otherTags: ReadonlySet<string> = new Set(
  ['binary', 'merge', 'omap', 'pairs', 'set', 'timestamp'].map(name => `tag:yaml.org,2002:${name}`),
)

/** @throws UnreadableText for tags of values that JSON does not have, too deep nesting, keys that are not strings, numbers that JSON cannot represent, and aliases that cannot be expanded */
function checkStructure(yaml: Document, lineAt: (offset: number) => number): void {
  let aliases = 0
  let aliasedValues = 0
  const sizes = new Map<unknown, ExpandedSize>()
  const lineOfOne = (node: Node): number => lineAt(node.range?.[0] ?? 0)
  const checkTag = (node: Node, tag = ''): void => {
    const name = tag.slice(tag.lastIndexOf(':') + 1)
    if (otherTags.has(tag))
      throw new UnreadableText(`has the tag !!${name}, whose values JSON does not have`, lineOfOne(node))
  }
  visit(yaml, {
    Alias(_key, node, path) {
      aliases += 1
      if (aliases > maxAliases) throw new UnreadableText(`has more than ${maxAliases} aliases`, lineOfOne(node))
      const target = node.resolve(yaml)
      if (target === undefined || path.some(ancestor => ancestor === target)) {
        throw new UnreadableText(`the alias *${node.source} refers to a node that contains it`, lineOfOne(node))
      }
      const { values, levels } = sizeOf(target, yaml, sizes)
      aliasedValues += values
      if (aliasedValues > maxAliasedValues) {
        const message = `has aliases that represent more than ${maxAliasedValues.toLocaleString('en')} values`
        throw new UnreadableText(message, lineOfOne(node))
      }
      if (path.filter(isCollection).length + levels > maxDepth) throw new UnreadableText(tooDeep, lineOfOne(node))
    },
    Collection(_key, node, path) {
      checkTag(node, node.tag)
      if (path.length > maxDepth * 2) throw new UnreadableText(tooDeep, lineOfOne(node))
    },
    Pair(_key, { key }) {
      if (isAlias(key) || !isScalar(key)) throw new UnreadableText('has a key that is not a text')
      if (key.value === '<<' && key.type === 'PLAIN') {
        const message =
          'has the merge key <<, which YAML 1.2 does not have: write the members out, or use $ref and allOf'
        throw new UnreadableText(message, lineOfOne(key))
      }
      if (key.value === '__proto__') throw new UnreadableText('has the key __proto__', lineOfOne(key))
    },
    Scalar(_key, node) {
      checkTag(node, node.tag)
      const { value } = node
      if (typeof value === 'number' && !Number.isFinite(value)) {
        throw new UnreadableText('has a number that is not finite', lineOfOne(node))
      }
    },
  })
}

/** A node with all of its aliases replaced by copies. */
interface ExpandedSize {
  values: number
  levels: number
}

/** @param sizes of known nodes: anchors come before their aliases, so that only a node's own levels are visited */
function sizeOf(node: unknown, yaml: Document, sizes: Map<unknown, ExpandedSize>): ExpandedSize {
  const known = sizes.get(node)
  if (known !== undefined) return known
  const target = isAlias(node) ? node.resolve(yaml) : undefined
  const inner = isCollection(node) ? node.items.map(item => (isPair(item) ? item.value : item)) : []
  const size = { values: isCollection(node) || target === undefined ? 1 : 0, levels: isCollection(node) ? 1 : 0 }
  let deepest = 0
  for (const one of target === undefined ? inner : [target]) {
    const { values, levels } = sizeOf(one, yaml, sizes)
    size.values += values
    deepest = Math.max(deepest, levels)
  }
  size.levels += deepest
  sizes.set(node, size)
  return size
}

function lineOfNode(yaml: Document, pointer: string, lineAt: (offset: number) => number): number | undefined {
  let node: unknown = yaml.contents
  let offset: number | undefined
  for (const token of pointerTokens(pointer)) {
    if (isAlias(node)) node = node.resolve(yaml)
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === token)
      : isSeq(node)
        ? node.items[Number(token)]
        : undefined
    if (pair === undefined) break
    const at = isPair(pair) ? pair.key : pair
    offset = (isScalar(at) || isMap(at) || isSeq(at) ? at.range?.[0] : undefined) ?? offset
    node = isPair(pair) ? pair.value : pair
  }
  return offset === undefined ? undefined : lineAt(offset)
}
