/** One message of a stream of Server-Sent Events. */
export interface Message {
  event: string
  id: string | undefined
  data: string
}

/** A client for Server-Sent Events in tests. */
export interface SseClient {
  response: Response
  /** Wait for the next message. Undefined when the stream has ended. */
  next(): Promise<Message | undefined>
  close(): void
}

/** Open a stream of Server-Sent Events. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<SseClient> {
  const controller = new AbortController()
  const response = await fetch(url, { headers, signal: controller.signal })
  const messages = readMessages(response)
  return {
    response,
    next: async () => (await messages.next()).value ?? undefined,
    close: () => controller.abort(),
  }
}

async function* readMessages(response: Response): AsyncGenerator<Message, undefined> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const message = readMessage(block)
      if (message !== undefined) yield message
    }
  }
  return undefined
}

function readMessage(block: string): Message | undefined {
  const lines = block.split('\n').filter(line => !line.startsWith(':'))
  if (lines.length === 0) return undefined
  const value = (name: string): string | undefined =>
    lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
  return { event: value('event') ?? 'message', id: value('id'), data: value('data') ?? '' }
}
