import { once } from 'node:events'
import { createServer } from 'node:http'
import { wideFields } from './large-form.ts'
import { portOf } from './processes.ts'
import type { Server } from './processes.ts'

/** The reference for the admin: rows and a field without a library, in one file. */
export const barePage = { row: 'tr[tabindex]', field: 'form input' } as const

const lines = Array.from({ length: 50 }, (_, at) => `<tr tabindex="-1"><td>Row ${at}</td></tr>`).join('')
const page = `<!doctype html><html lang="en"><title>Bare</title><input aria-label="Field"><table>${lines}</table>
<script>
  const rows = [...document.querySelectorAll('tr')]
  function showForm() {
    const form = document.createElement('form')
    for (let at = 0; at < ${wideFields}; at++) {
      const label = document.createElement('label')
      label.append('Field ' + at, document.createElement('input'))
      form.append(label)
    }
    document.body.prepend(form)
  }
  addEventListener('keydown', ({ key }) => {
    if (key === 'j') rows[(rows.indexOf(document.activeElement) + 1) % rows.length].focus()
    if (key === 'c') showForm()
  })
</script>`

/** Serve it on a free port of this machine. */
export async function startBarePage(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
