import { fieldKinds } from '../fields/registry.ts'
import type { FieldKind } from '../fields/registry.ts'
import { currentLanguage } from '../i18n/current.ts'
import type { Language } from '../i18n/languages.ts'

/** What is made of an object, its kinds and its titles: once for the kinds and the language of now. Reactive in both. */
export function perLanguage<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const caches = new WeakMap<readonly FieldKind[], Map<Language, WeakMap<Of, Made>>>()
  return of => {
    const byLanguage = caches.get(fieldKinds()) ?? new Map<Language, WeakMap<Of, Made>>()
    caches.set(fieldKinds(), byLanguage)
    const cache = byLanguage.get(currentLanguage.value) ?? new WeakMap<Of, Made>()
    byLanguage.set(currentLanguage.value, cache)
    const made = cache.get(of) ?? make(of)
    cache.set(of, made)
    return made
  }
}
