import type {ByName} from '../lib/json/maps.ts';
import type {Secret} from '../lib/secrets/secret.ts';

/** Ways to sign in. (Specification: Authentication) */
export type Credentials =
	| {kind: 'token'; token: Secret}
	| {kind: 'application'; id: string; secret: Secret}
	| {kind: 'bearer'; token: Secret};

/** The headers that carry the credentials: on REST requests, in the feed's handshake and in its CONNECT frame. */
export function credentialHeaders(credentials: Credentials | undefined): ByName<string> {
	if (!credentials) return {};
	if (credentials.kind === 'token') return {'Application-Token': credentials.token.reveal()};
	if (credentials.kind === 'bearer') return {Authorization: `Bearer ${credentials.token.reveal()}`};
	return {'Application-Id': credentials.id, 'Application-Secret': credentials.secret.reveal()};
}
