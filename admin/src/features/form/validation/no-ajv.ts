/**
 * Replaces `ajv` and `ajv-formats` in the bundle (admin/vite.config.ts). JSON Forms creates an Ajv for each form, which generates code from text;
 * with `NoValidation` it is never called. See kernel/decisions/0070-json-forms-without-ajv.md.
 */
export default function NoAjv(): void {}
