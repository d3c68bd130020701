import type { Page, Request } from 'playwright-core'

/** A file that the browser requested. */
export interface Transferred {
  path: string
  /** Bytes of its body as sent. */
  bytes: number
}

const counted = new Set(['script', 'stylesheet'])

/** The scripts and styles that the browser requests on a visit, each as sent. */
export async function transferredBy(page: Page, visit: () => Promise<void>): Promise<Transferred[]> {
  const requests: Request[] = []
  const note = (request: Request): void => {
    if (counted.has(request.resourceType())) requests.push(request)
  }
  page.on('requestfinished', note)
  await visit()
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', note)
  return Promise.all(
    requests.map(async request => ({
      path: new URL(request.url()).pathname,
      bytes: (await request.sizes()).responseBodySize,
    })),
  )
}
