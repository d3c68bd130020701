export const statusSchema = {
  type: 'object',
  required: ['status'],
  properties: { status: { const: 'ok' } },
}
