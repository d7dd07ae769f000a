import type {Secret} from '../lib/secret.ts';

/** The ways in which a caller may sign in. (Specification: Authentication) */
export type Credentials =
	| {kind: 'token'; token: Secret}
	| {kind: 'application'; id: string; secret: Secret}
	| {kind: 'bearer'; token: Secret};

/** The headers that carry them, on REST requests, on the feed's handshake and in its CONNECT. */
export function credentialHeaders(credentials: Credentials | undefined): Record<string, string> {
	if (!credentials) return {};
	if (credentials.kind === 'token') return {'Application-Token': credentials.token.reveal()};
	if (credentials.kind === 'bearer') return {Authorization: `Bearer ${credentials.token.reveal()}`};
	return {'Application-Id': credentials.id, 'Application-Secret': credentials.secret.reveal()};
}
