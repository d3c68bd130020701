import { fieldKinds } from '../fields/registry.ts'
import type { FieldKind } from '../fields/registry.ts'
import { currentLanguage } from '../i18n/current.ts'
import type { Language } from '../i18n/languages.ts'

/** A cache of what is made of kinds and titles: one for the kinds and the language of now. Reactive in both. */
export function perLanguage<Cache>(make: () => Cache): () => Cache {
  const caches = new WeakMap<readonly FieldKind[], Map<Language, Cache>>()
  return () => {
    const byLanguage = caches.get(fieldKinds()) ?? new Map<Language, Cache>()
    caches.set(fieldKinds(), byLanguage)
    const cache = byLanguage.get(currentLanguage.value) ?? make()
    byLanguage.set(currentLanguage.value, cache)
    return cache
  }
}
