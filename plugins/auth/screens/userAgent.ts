import { t } from '../../../admin/src/index.ts'

/** More specific browsers first: most user agents name several browsers. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A user agent as a readable text: “Firefox on Windows”. A program that is no browser keeps its own name. */
export function describeUserAgent(userAgent: string): string {
  const find = (names: typeof browsers): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser !== undefined) return system === undefined ? browser : t('auth.browserOn', { browser, system })
  const [first = ''] = userAgent.trim().split(/[\s/]/)
  return system ?? (first === '' ? t('auth.unknownBrowser') : first.slice(0, 60))
}
