export { buildTestApp } from './app.ts'
export type { TestApp, TestAppOptions } from './app.ts'
