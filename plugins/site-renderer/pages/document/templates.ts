import { LRUCache } from 'lru-cache'
import type { CompiledTemplate, SiteResource } from '../../contract.ts'
import { compileTemplate } from '../../template/index.ts'
import type { PageParts } from '../structure.ts'
import { textOf } from '../structure.ts'
import { fragmentsOf } from './theme.ts'
import { escapeHtml } from '../../../../lib/html/index.ts'

/** Maximum size of the source texts in the cache; compiled templates take several times as much. */
const maxSourceBytes = 8 * 1024 * 1024

/** The template of a page without one. */
const plainTemplate = `<article>
  <h1 data-svc-slot="name"></h1>
  <p data-svc-slot="description"></p>
  <div data-svc-slot="text"></div>
</article>`

/** Compiles the template of a page together with the fragments of its theme; once for each version of both. */
export class Templates {
  readonly #allowScripts: boolean
  readonly #kept = new LRUCache<string, CompiledTemplate>({
    maxSize: maxSourceBytes,
    maxEntrySize: maxSourceBytes / 4,
  })

  constructor(allowScripts: boolean) {
    this.#allowScripts = allowScripts
  }

  /** A fragment of a theme by itself; if it is a layout, without content. */
  compileFragment(theme: SiteResource, name: string): CompiledTemplate {
    const html = `<!doctype html><div data-svc-fragment="${escapeHtml(name)}"></div>`
    return compileTemplate(html, {
      allowScripts: this.#allowScripts,
      fragments: { content: '', ...fragmentsOf(theme) },
    })
  }

  /** @param isDraft whether a part of it is not stored: nothing is cached, and elements are annotated with the resources that they are bound to */
  compile({ template, theme }: Pick<PageParts, 'template' | 'theme'>, isDraft = false): CompiledTemplate {
    const key = [template, theme].map(part => (part === undefined ? '' : `${part.id}.${part.sequence_no}`)).join('|')
    const kept = isDraft ? undefined : this.#kept.get(key)
    if (kept !== undefined) return kept
    const html = textOf(template, 'templateBody') ?? (template === undefined ? plainTemplate : '')
    const fragments = fragmentsOf(theme)
    const compiled = compileTemplate(html, { allowScripts: this.#allowScripts, fragments, annotate: isDraft })
    const texts = [html, ...Object.values(fragments)]
    if (!isDraft) {
      const size = 1024 + texts.reduce((sum, text) => sum + 2 * text.length, 0)
      this.#kept.set(key, compiled, { size })
    }
    return compiled
  }
}
