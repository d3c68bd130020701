/**
 * Replaces `ajv` and `ajv-formats` in the bundle (admin/vite.config.ts). JSON Forms creates an Ajv for each form, which generates code from text;
 * with `NoValidation` it is never called. See kernel/decisions/json-and-schemas.md.
 */
export default function NoAjv(): void {}
