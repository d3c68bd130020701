import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../kernel/index.ts'
import type { TestApp } from '../index.ts'

/** Make sure that the types of the preset `core` exist. */
export async function withCoreTypes({ request }: TestApp): Promise<void> {
  for (const slug of ['person', 'organization']) {
    if ((await request('GET', `/api/resource-types/${slug}`)).statusCode === 200) continue
    const type: unknown = JSON.parse(readFileSync(join(packageRoot, 'presets/core/types', `${slug}.json`), 'utf8'))
    const answer = await request('POST', '/api/resource-types', type)
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}
