import path from 'node:path';

/** The project folder. */
export const root = path.resolve(import.meta.dirname, '../..');
