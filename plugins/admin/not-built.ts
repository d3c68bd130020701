/** The page that is shown when the application was never built. */
export const notBuilt = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Plinth</title>
  </head>
  <body>
    <h1>The admin is not built</h1>
    <p>The API is at <a href="/api/docs">/api/docs</a> and works. To have the admin here, run <code>npm run build</code> and load this page again.</p>
  </body>
</html>
`
