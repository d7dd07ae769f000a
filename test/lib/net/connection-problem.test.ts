import {expect, test} from 'vitest';
import {connectionProblem, NotReached} from '../../../src/lib/net/connection-problem.ts';
import {connectionProblemText} from '../../../src/messages/connection-problems.ts';

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), {code});
const words = (cause: unknown): string =>
	connectionProblemText(connectionProblem(cause, {name: 'game.example', setting: 'the base URL'}));

test.each([
	['ENOTFOUND', /^game\.example is an unknown host: check the base URL$/],
	['ECONNREFUSED', /^nothing is listening at game\.example: check the base URL, and that it is running$/],
	['ERR_SSL_WRONG_VERSION_NUMBER', /^game\.example does not speak TLS: .* start with http:\/\/ or ws:\/\/$/],
	['CERT_HAS_EXPIRED', /^the certificate of game\.example has expired: ask the operator to renew it$/],
	[
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		/^the certificate of game\.example is not trusted: .*set NODE_EXTRA_CA_CERTS to the file of its CA certificate$/,
	],
	[
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		/^game\.example requires a client certificate: set RCONDECK_CLIENT_CERT/,
	],
	['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /^game\.example does not accept the client certificate: /],
	[
		'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
		/^game\.example refuses the TLS handshake .* client certificate/,
	],
	['EWHATEVER', /^game\.example cannot be reached \(EWHATEVER\): check the base URL and the network$/],
])('%s has a description', (code, expected) => {
	expect(words(failed(code))).toMatch(expected);
});

test('known causes have a description, and the code of a nested cause is found', () => {
	expect(words(new NotReached({kind: 'clientKeyAlone'}))).toBe(
		'RCONDECK_CLIENT_KEY is set without RCONDECK_CLIENT_CERT: set both',
	);
	expect(words(new Error('outer', {cause: failed('EAI_AGAIN')}))).toContain('could not be looked up');
});

test('a peer that hangs up on the first TLS message does not speak TLS', () => {
	const message = 'Client network socket disconnected before secure TLS connection was established';
	expect(words(failed('ECONNRESET', message))).toContain('does not speak TLS');
});
