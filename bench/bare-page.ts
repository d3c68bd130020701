import { once } from 'node:events'
import { createServer } from 'node:http'
import { portOf } from './processes.ts'
import type { Server } from './processes.ts'

/** The reference for the admin: rows and a field without a library, in one file. */
export const barePage = { row: 'tr[tabindex]' } as const

const lines = Array.from({ length: 50 }, (_, at) => `<tr tabindex="-1"><td>Row ${at}</td></tr>`).join('')
const page = `<!doctype html><html lang="en"><title>Bare</title><input aria-label="Field"><table>${lines}</table>
<script>
  const rows = [...document.querySelectorAll('tr')]
  addEventListener('keydown', ({ key }) => {
    if (key === 'j') rows[(rows.indexOf(document.activeElement) + 1) % rows.length].focus()
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
