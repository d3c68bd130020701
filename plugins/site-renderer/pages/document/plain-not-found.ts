import { linkTo } from '../addresses/address.ts'
import type { SiteBase } from '../addresses/address.ts'
import { textAnswer } from '../answer.ts'
import type { SiteAnswer } from '../answer.ts'
import { escapeText } from './head.ts'

/** The not-found page of a site that has no page with the slug `404`. */
export const plainNotFound = (base: SiteBase): SiteAnswer =>
  textAnswer(
    'text/html',
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Page not found</title>
  </head>
  <body>
    <main>
      <h1>Page not found</h1>
      <p>There is nothing at this address. <a href="${escapeText(linkTo(base, '/'))}">Go to the home page</a>.</p>
    </main>
  </body>
</html>
`,
    { status: 404 },
  )
