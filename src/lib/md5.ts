import {createHash} from 'node:crypto';

/** Returns the MD5 of bytes in hex, for ids of others that are made of it. */
export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
