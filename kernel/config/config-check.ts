import { compile } from '../validation.ts'
import { configSchema } from './config-schema.ts'

/** The check of a configuration file. The bundle contains what Ajv compiles (`scripts/bundle.mjs`). */
export const validate = compile(configSchema)
