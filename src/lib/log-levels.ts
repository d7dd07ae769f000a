/** The levels of a log, the most important first. `trace` includes bodies. */
export const logLevels = ['error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];
