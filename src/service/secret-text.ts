import {createHash, createHmac, randomBytes, timingSafeEqual} from 'node:crypto';

/** A new secret of 256 bits, which needs no slow hash. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** Returns the SHA-256 of a secret: all that the records keep of it. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Returns another secret that only the first one leads to, and that does not lead back. */
export const derivedSecret = (secret: string, name: string): string =>
	createHmac('sha256', secret).update(name).digest('hex');

/** Returns a function that compares a secret with a hash in constant time. It hashes the secret only once. */
export function comparisonWith(presented: string): (hash: string) => boolean {
	const a = Buffer.from(hashOf(presented));
	return hash => {
		const b = Buffer.from(hash);
		return a.length === b.length && timingSafeEqual(a, b);
	};
}

export const isSecret = (presented: string, hash: string): boolean => comparisonWith(presented)(hash);

/** Returns a token: it names its application, so that one record is compared, not all. */
export const tokenText = (applicationId: string, secret: string): string =>
	`rcondeck_${applicationId}_${secret}`;

/** Returns the parts of `tokenText`, or undefined if the text is not one. */
export function tokenParts(token: string): {applicationId: string; secret: string} | undefined {
	const [, applicationId, secret] = /^rcondeck_(.+)_([0-9a-f]{64})$/.exec(token) ?? [];
	return applicationId === undefined || secret === undefined ? undefined : {applicationId, secret};
}
