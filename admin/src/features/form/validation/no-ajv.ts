/**
 * Stands in for `ajv` and `ajv-formats` in the bundle (admin/vite.config.ts). JSON Forms makes an Ajv for each form, which makes code from text;
 * with `NoValidation` it asks it nothing. See kernel/decisions/0070-json-forms-without-ajv.md.
 */
export default function NoAjv(): void {}
