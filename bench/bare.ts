import Fastify from 'fastify'

// The reference for all ratios: Fastify alone, answering a fixed object of 1.5 KB through a response schema.
const body = { id: 'urn:bench-article:01', headline: 'x'.repeat(100), articleBody: 'y'.repeat(1_350), year: 1999 }
const response = {
  200: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      headline: { type: 'string' },
      articleBody: { type: 'string' },
      year: { type: 'integer' },
    },
  },
}

const app = Fastify({ logger: false })
app.get('/', { schema: { response } }, () => body)
await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close())
