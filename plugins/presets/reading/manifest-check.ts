import { compileCheck } from '../../../kernel/index.ts'
import { manifest } from '../schemas.ts'
import type { ManifestFile } from './preset.ts'

/** The check of `preset.json`. The bundle contains what Ajv compiles (`scripts/bundle.mjs`). */
export const validate = compileCheck<ManifestFile>(manifest)
