import { contentSecurityPolicy } from '../../../../kernel/index.ts'
import type { CompiledTemplate } from '../../contract.ts'
import { memoizeByObject } from '../../../../lib/json/index.ts'

/** The {@link pagePolicy} of all pages with a template. */
export const policyOf = memoizeByObject((template: CompiledTemplate): string => pagePolicy(template))

/**
 * The policy of a page (CSP): scripts and styles only from files of the service, and those of the template by their hashes; pictures, audio
 * and video also from elsewhere, because content can refer to them.
 * @param frame who can embed the page in a frame. Default: no site
 */
export function pagePolicy(
  { styleHashes, scriptHashes }: Pick<CompiledTemplate, 'styleHashes' | 'scriptHashes'>,
  frame?: { ancestors: string; sandbox: string },
): string {
  const elsewhere = ["'self'", 'https:', 'data:']
  return contentSecurityPolicy({
    'img-src': elsewhere,
    'media-src': elsewhere,
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    ...(frame !== undefined && { 'frame-ancestors': [frame.ancestors], sandbox: [frame.sandbox] }),
  })
}
