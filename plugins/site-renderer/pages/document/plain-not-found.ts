import { linkTo } from '../../../../lib/web-text/index.ts'
import type { SiteBase } from '../addresses/address.ts'
import { textAnswer } from '../answer.ts'
import type { SiteAnswer } from '../answer.ts'
import { pagePolicy } from './policy.ts'
import { hashSource } from '../../template/html/styles.ts'
import { escapeHtml } from '../../../../lib/html/index.ts'

const styles = `
      :root { color-scheme: light dark; }
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.6 system-ui, sans-serif; }
      main { max-width: 34rem; padding: 2rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
      p, ol { margin: 0.5rem 0; }
      ol { padding-inline-start: 1.25rem; }
    `

const policy = pagePolicy({ scriptHashes: [], styleHashes: [hashSource(styles)] })

/**
 * The not-found page of a site that has no page with the slug `404`.
 * @param hasHome whether there is a home page; without one the page explains how to begin
 */
export function plainNotFound(base: SiteBase, hasHome: boolean): SiteAnswer {
  const [title, content] = hasHome ? ['Page not found', absent(base)] : ['This site has no home page yet', firstSteps]
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${styles}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`
  return { ...textAnswer('text/html', html), status: 404, policy }
}

const absent = (base: SiteBase): string =>
  `<p>There is nothing at this address. <a href="${escapeHtml(linkTo(base, '/'))}">Go to the home page</a>.</p>`

const firstSteps = `<p>If this is your site:</p>
      <ol>
        <li>Install the preset <strong>website</strong>, in the admin under Presets or with <code>plinth presets install website</code>. With its sample content you get a whole site.</li>
        <li>Create a web page with the address <code>index</code>, and publish it. It is shown here.</li>
      </ol>`
