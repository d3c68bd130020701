/** The least severe level that is logged, in the whole process. Provided by the kernel. */
export interface LogLevel {
  /** @param level one of `logLevels`; null for that of the configuration */
  set(level: string | null): void
}
