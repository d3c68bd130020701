import { setTimeout } from 'node:timers/promises'

/** A row of the system whose products are kept in step with the service. */
export interface Row {
  sku: string
  name: string
  color: string
}

const colors = ['red', 'green', 'blue', 'black']

/** 500 rows, the same in each run. */
export const rows: Row[] = Array.from({ length: 500 }, (_, index) => ({
  sku: `lamp-${String(index + 1).padStart(3, '0')}`,
  name: `Lamp ${index + 1}`,
  color: colors[index % colors.length] ?? 'red',
}))

/** Do work for each item, ten at a time. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

/** A `fetch` that loses the answer to the first request with an `Idempotency-Key`, as a broken connection does. */
export function losingFirstAnswer(): typeof fetch {
  let isLost = false
  return async (input, init) => {
    const request = new Request(input, init)
    const response = await fetch(request)
    if (isLost || !request.headers.has('idempotency-key')) return response
    isLost = true
    await response.body?.cancel()
    throw new TypeError('the connection was lost')
  }
}

/** Send a request again when its answer was lost; with an `Idempotency-Key` this is safe for a POST as well. */
export async function withRetries<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (attempt === 3 || !(error instanceof TypeError)) throw error
      await setTimeout(attempt * 200)
    }
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
