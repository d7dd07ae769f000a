import {randomBytes} from 'node:crypto';

/** Digits and letters that are hard to confuse. (Crockford's base 32) */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a code of 100 random bits to read out or type, such as `7KQ2M-XFD9T-RWH4Z-A8B3C`. */
export function newCode(): string {
	const text = [...randomBytes(20)].map(byte => letters[byte % 32]).join('');
	return text.match(/.{5}/g)?.join('-') ?? text;
}

/** Removes what people add or confuse when they type a code. */
export function normalizeCode(typed: string): string {
	return typed
		.toUpperCase()
		.replaceAll(/[^0-9A-Z]/g, '')
		.replaceAll('O', '0')
		.replaceAll(/[IL]/g, '1');
}
